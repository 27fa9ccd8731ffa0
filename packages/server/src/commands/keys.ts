import { text as readAll } from "node:stream/consumers"
import type { CreatedKey, KeyRef, KeyRow } from "@adwarden/core"
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
import { decode, group, optional, type Parameter, textArgument, textFlag } from "../command-line.ts"
import { Stop } from "../stop.ts"
import { administrationCommand } from "./administer.ts"
import { type CommandOutput, outputCommand } from "./command-output.ts"
import { day, listOutput, minute } from "./operator-commands.ts"

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

const create = administrationCommand("keys.create", (created) => createdKeyOutput(created), {
  fields: { scopes }
})

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

const list = administrationCommand("keys.list", (rows, { org }) =>
  listOutput(rows, titles, row, `There are no keys in ${org}.`)
)

const rotate = administrationCommand(
  "keys.rotate",
  (created) => createdKeyOutput(created, ` The old key is valid until ${created.old_valid_until}.`),
  { fields: { key, overlap_hours: null } }
)

const revoke = administrationCommand(
  "keys.revoke",
  (revoked) => {
    const { last_four, name, prefix } = revoked
    const text = `Revoked ${prefix}…${last_four} (${name}). It is invalid from now on and cannot be restored.`
    return { data: revoked, text }
  },
  { fields: { key } }
)

export const keys = group("keys", [create, list, rotate, revoke, check])
