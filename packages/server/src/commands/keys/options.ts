import type { KeyRef } from "@adwarden/core"
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
import { Effect } from "effect"
import {
  decode,
  integerFlag,
  optional,
  type Parameter,
  textArgument,
  textFlag
} from "../../command-line/index.ts"

export const as = textFlag("as", "Email of the person who does it, a member of the organization")
export const days = integerFlag(
  "days",
  "How many days the key is valid, at most a year. A year without it."
).pipe(optional)
export const keyName = textFlag("name", "What the key is for, as lists show it")

const refuse = (message: string) => Effect.fail(message)

const isScope = (word: string): word is Scope => (everyScope as ReadonlyArray<string>).includes(word)
const isRole = (word: string): word is Role => (roles as ReadonlyArray<string>).includes(word)

const scopesOf = (word: string): ReadonlyArray<Scope> =>
  isRole(word) ? [...maxScopes(word)] : isScope(word) ? [word] : []

export const scopes: Parameter<ReadonlyArray<Scope>> = textFlag(
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
export const key: Parameter<KeyRef> = textArgument(
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
