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
import { HelpDoc, Options, ValidationError } from "@effect/cli"
import { Effect } from "effect"
import { textOption } from "../operator-commands.ts"

export const as = textOption("as", "E-mail of the person who does it, a member of the organization")
export const keyName = textOption("name", "What the key is for, as lists show it")

const refuse = (message: string) => Effect.fail(ValidationError.invalidValue(HelpDoc.p(message)))

const isScope = (word: string): word is Scope => (everyScope as ReadonlyArray<string>).includes(word)
const isRole = (word: string): word is Role => (roles as ReadonlyArray<string>).includes(word)

const scopesOf = (word: string): ReadonlyArray<Scope> =>
  isRole(word) ? [...maxScopes(word)] : isScope(word) ? [word] : []

export const scopes: Options.Options<ReadonlyArray<Scope>> = textOption(
  "scopes",
  `What the key may do, with commas between: ${everyScope.join(", ")}. A role (${roles.join(", ")}) stands for all it allows.`
).pipe(
  Options.mapEffect((text) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== "")
    const unknown = words.filter((word) => scopesOf(word).length === 0)
    return unknown.length === 0
      ? Effect.succeed(words.flatMap(scopesOf))
      : refuse(`There is no scope ${unknown.join(", ")}. See --help for those there are.`)
  })
)

/** By id or by what lists show (`svc_live_ab12…wxyz`). Never the whole key: a command line is seen by others. */
export const key: Options.Options<KeyRef> = textOption(
  "key",
  "The key: its id, or what lists show of it (svc_live_ab12…wxyz, or with ... between)"
).pipe(
  Options.mapEffect((text) => {
    if (/^\d{1,15}$/.test(text)) return Effect.succeed<KeyRef>({ id: Number(text) })
    const [, prefix, last_four] = /^(svc_live_[0-9A-Za-z]{4})(?:…|\.{2,3})([0-9A-Za-z]{4})$/.exec(text) ?? []
    if (prefix !== undefined && last_four !== undefined) return Effect.succeed<KeyRef>({ prefix, last_four })
    return refuse(
      isWellFormedKey(text)
        ? `A whole key does not belong in a command line, where others see it. --key takes ${keyPrefix(text)}…${keyLastFour(text)}, as lists show it.`
        : "--key takes an id, or svc_live_ab12…wxyz as lists show it."
    )
  })
)
