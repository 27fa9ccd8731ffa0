import { text as readAll } from "node:stream/consumers"
import { type CreatedKey, type KeyRef, type KeyRow, keyEndpoints } from "@adwarden/core"
import {
  scopes as everyScope,
  isWellFormedKey,
  keyLastFour,
  keyPrefix,
  maxScopes,
  type Role,
  roles,
  type Scope
} from "@adwarden/core/contract"
import { Effect, Option } from "effect"
import {
  decode,
  group,
  integerFlag,
  optional,
  type Parameter,
  textArgument,
  textFlag
} from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { type CommandOutput, outputCommand } from "./command-output.ts"
import { day, listOutput, minute, org } from "./operator-commands.ts"

const as = textFlag("as", "Email of the person who does it, a member of the organization")
const days = integerFlag("days", "How many days the key is valid, at most a year. A year without it.").pipe(
  optional
)
const keyName = textFlag("name", "What the key is for, as lists show it")

const refuse = (message: string) => Effect.fail(message)

const isScope = (word: string): word is Scope => (everyScope as ReadonlyArray<string>).includes(word)
const isRole = (word: string): word is Role => (roles as ReadonlyArray<string>).includes(word)

const scopesOf = (word: string): ReadonlyArray<Scope> =>
  isRole(word) ? [...maxScopes(word)] : isScope(word) ? [word] : []

const scopes: Parameter<ReadonlyArray<Scope>> = textFlag(
  "scopes",
  `Scopes of the key, separated by commas: ${everyScope.join(", ")}. A role (${roles.join(", ")}) stands for all it allows.`
).pipe(
  decode((text) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== "")
    const unknown = words.filter((word) => scopesOf(word).length === 0)
    return unknown.length === 0
      ? Effect.succeed(words.flatMap(scopesOf))
      : refuse(`There is no scope ${unknown.join(", ")}. See --help for those there are.`)
  })
)

/** By id, or as lists show it (`svc_live_ab12…wxyz`). Never the whole key: others can see a command line. */
const key: Parameter<KeyRef> = textArgument(
  "key",
  "The key: its id, or as lists show it (svc_live_ab12…wxyz, or with ... between)"
).pipe(
  decode((text) => {
    if (/^\d{1,15}$/.test(text)) return Effect.succeed<KeyRef>({ id: Number(text) })
    const [, prefix, last_four] = /^(svc_live_[0-9A-Za-z]{4})(?:…|\.{2,3})([0-9A-Za-z]{4})$/.exec(text) ?? []
    if (prefix !== undefined && last_four !== undefined) return Effect.succeed<KeyRef>({ prefix, last_four })
    return refuse(
      isWellFormedKey(text)
        ? `Do not put a whole key on the command line, where others can see it. <key> takes ${keyPrefix(text)}…${keyLastFour(text)}, as lists show it.`
        : "<key> takes an id, or svc_live_ab12…wxyz as lists show it."
    )
  })
)

const source = textArgument(
  "-",
  "The text is always read from stdin, because others can see a command line"
).pipe(optional)

const keyInCommandLine = new Stop({
  message:
    "Do not put a key on the command line, where process lists and the shell history show it. Pipe it in.",
  exitReason: "usage",
  next: "adwarden keys check < FILE"
})

const check = outputCommand(
  "check",
  { source },
  "Check offline whether a text is a well-formed key. Only a request can show whether it is valid.",
  ({ source }) =>
    Effect.gen(function* () {
      if (Option.getOrElse(source, () => "-") !== "-") return yield* keyInCommandLine
      const text = (yield* Effect.promise(() => readAll(process.stdin))).trim()
      if (!isWellFormedKey(text)) return yield* new Stop({ message: "This is not a well-formed key." })
      const isTest = text.startsWith("svc_test_")
      const data = {
        well_formed: true,
        test: isTest,
        prefix: keyPrefix(text),
        last_four: keyLastFour(text)
      }
      return { data, text: `This is a well-formed ${isTest ? "test " : ""}key.` }
    })
)

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
