import { type CreatedKey, type KeyRow, keyEntrances } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Console, Effect } from "effect"
import { asOperator } from "../../operator.ts"
import { day, org, table } from "../operator-commands.ts"
import { check } from "./check.ts"
import { as, key, keyName, scopes } from "./options.ts"

/** The key alone on stdout, so that it can be piped to where it belongs; the rest is for the person. */
const showOnce = (made: CreatedKey, more = "") =>
  Effect.zipRight(
    Console.log(made.key),
    Console.error(
      `This key is shown only now. Id ${made.id}, ${made.name}, expires ${day(made.expires_at)}.${more}`
    )
  )

const create = Command.make("create", { org, as, name: keyName, scopes }, ({ as, name, org, scopes }) =>
  asOperator(
    as,
    Effect.map(keyEntrances, (keys) => keys.create(org, { name, scopes }))
  ).pipe(Effect.flatMap((made) => showOnce(made)))
).pipe(Command.withDescription("Make a key for a member, within what their role allows. It is shown once."))

const titles = ["ID", "KEY", "STATUS", "EXPIRES", "CREATOR", "NAME", "SCOPES"]
const row = (found: KeyRow): ReadonlyArray<string> => [
  String(found.id),
  `${found.prefix}…${found.last_four}`,
  found.status === "rotated" ? `until ${day(found.valid_until!)}` : found.status,
  day(found.expires_at),
  found.creator,
  found.name,
  found.scopes.join(" ")
]

const list = Command.make("list", { org }, ({ org }) =>
  asOperator(
    null,
    Effect.map(keyEntrances, (keys) => keys.list(org))
  ).pipe(
    Effect.flatMap((rows) =>
      rows.length === 0
        ? Console.error(`There are no keys in ${org}.`)
        : Console.log(table([titles, ...rows.map(row)]))
    )
  )
).pipe(Command.withDescription("List an organization's keys; the keys themselves are not kept."))

const rotate = Command.make("rotate", { org, key, as }, ({ as, key, org }) =>
  asOperator(
    as,
    Effect.map(keyEntrances, (keys) => keys.rotate(org, key))
  ).pipe(Effect.flatMap((made) => showOnce(made, ` The old key works until ${made.old_valid_until}.`)))
).pipe(
  Command.withDescription(
    "Replace a key by one of the same name and scopes. The old one works for 48 hours at most."
  )
)

const revoke = Command.make("revoke", { org, key, as }, ({ as, key, org }) =>
  asOperator(
    as,
    Effect.map(keyEntrances, (keys) => keys.revoke(org, key))
  ).pipe(
    Effect.flatMap(({ last_four, name, prefix }) =>
      Console.log(`Revoked ${prefix}…${last_four} (${name}). It works no more, and cannot be brought back.`)
    )
  )
).pipe(Command.withDescription("End a key, at once and for good. For its creator or an Owner."))

export const keys = Command.make("keys").pipe(
  Command.withDescription(
    "Make, list, rotate, revoke and check API keys, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([create, list, rotate, revoke, check])
)
