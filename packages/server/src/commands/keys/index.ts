import { type CreatedKey, type KeyRow, keyEndpoints } from "@adwarden/core"
import { Effect, Option } from "effect"
import { group } from "../../command-line/index.ts"
import { asOperator } from "../../operator.ts"
import { type CommandOutput, outputCommand } from "../command-output.ts"
import { day, listOutput, minute, org } from "../operator-commands.ts"
import { check } from "./check.ts"
import { as, days, key, keyName, scopes } from "./options.ts"

/** Prints the key alone on stdout, so that it can be piped. The rest is for the person. */
const createdKeyOutput = (createdKey: CreatedKey, more = ""): CommandOutput => ({
  data: createdKey,
  text: createdKey.key,
  notes: [
    `This key is shown only now. Id ${createdKey.id}, ${createdKey.name}, expires ${day(createdKey.expires_at)}.${more}`
  ]
})

const create = outputCommand(
  "create",
  { name: keyName, scopes, days, org, as },
  "Create a key for a member, within the scopes of their role. It is shown once.",
  ({ as, days, name, org, scopes }) =>
    asOperator(
      as,
      Effect.map(keyEndpoints, (keys) =>
        keys.create(org, { name, scopes, ...(Option.isSome(days) ? { validDays: days.value } : {}) })
      )
    ).pipe(Effect.map((createdKey) => createdKeyOutput(createdKey)))
)

const titles = ["*ID", "*KEY", "STATUS", "EXPIRES", "LAST USED", "CREATOR", "NAME", "SCOPES"]
const row = (found: KeyRow): ReadonlyArray<string> => [
  String(found.id),
  `${found.prefix}…${found.last_four}`,
  found.status === "rotated" ? `until ${day(found.valid_until!)}` : found.status,
  day(found.expires_at),
  found.last_used_at === null ? "never" : minute(found.last_used_at),
  found.creator,
  found.name,
  found.scopes.join(" ")
]

const list = outputCommand(
  "list",
  { org },
  "List an organization's keys. The keys themselves are not stored.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(keyEndpoints, (keys) => keys.list(org))
    ).pipe(Effect.map((rows) => listOutput(rows, titles, row, `There are no keys in ${org}.`)))
)

const rotate = outputCommand(
  "rotate",
  { key, org, as },
  "Replace a key with one of the same name and scopes. The old one is valid for at most 48 more hours.",
  ({ as, key, org }) =>
    asOperator(
      as,
      Effect.map(keyEndpoints, (keys) => keys.rotate(org, key))
    ).pipe(
      Effect.map((createdKey) =>
        createdKeyOutput(createdKey, ` The old key is valid until ${createdKey.old_valid_until}.`)
      )
    )
)

const revoke = outputCommand(
  "revoke",
  { key, org, as },
  "Revoke a key at once and permanently. Requires its creator or an owner.",
  ({ as, key, org }) =>
    asOperator(
      as,
      Effect.map(keyEndpoints, (keys) => keys.revoke(org, key))
    ).pipe(
      Effect.map((revoked) => {
        const { last_four, name, prefix } = revoked
        const text = `Revoked ${prefix}…${last_four} (${name}). It is invalid from now on and cannot be restored.`
        return { data: revoked, text }
      })
    )
)

export const keys = group("keys", [create, list, rotate, revoke, check])
