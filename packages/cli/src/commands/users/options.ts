import { type Role, roles } from "@adwarden/core/contract"
import { Options } from "@effect/cli"
import { Option } from "effect"
import { described } from "../operator-commands.ts"

export const email = described("email", "E-mail address of the person")
export const personName = described("name", "The person's name, as others read it")
export const role: Options.Options<Role> = Options.choice("role", roles).pipe(
  Options.withDescription("member sees, admin also changes campaigns, owner also decides who belongs here")
)
export const as = described(
  "as",
  "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
).pipe(Options.optional, Options.map(Option.getOrNull))
