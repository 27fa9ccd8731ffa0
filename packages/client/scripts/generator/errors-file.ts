import { type ErrorCode, errorCodes, errorTable, responseJsonSchema } from "@adwarden/core/contract"
import { Schema } from "effect"
import { doc } from "./docs.ts"
import { makeNaming } from "./named-types.ts"
import { errorClass, generatedNotice, renderClientMentions } from "./names.ts"
import { membersOf } from "./schema-type.ts"

/** Waiting for approval is an outcome of a write, not an error. */
export const thrownErrors: ReadonlyArray<ErrorCode> = errorCodes.filter(
  (code) => code !== "approval_required"
)

/** Every choice of at least one of the groups. */
const choices = <A>([first, ...rest]: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  if (first === undefined) return []
  const without = choices(rest)
  return [[first], ...without, ...without.map((some) => [first, ...some])]
}

/** The fields of an error of which some come together: one type for each choice of groups. */
const togetherType = (name: string, groups: ReadonlyArray<ReadonlyArray<string>>): string => {
  const typeOfChoice = (chosen: ReadonlyArray<ReadonlyArray<string>>) =>
    `{ ${groups.flatMap((group) => group.map((field) => (chosen.includes(group) ? `readonly ${field}: number` : `readonly ${field}?: undefined`))).join("; ")} }`
  const docs = doc(
    "Each exceeded limit brings its figures; checking one of them for `undefined` narrows the others."
  )
  return `${docs}export type ${name}Figures = ${choices(groups).map(typeOfChoice).join(" | ")}\n\n`
}

const classOf = (code: ErrorCode): string => {
  const { extra, status, together, when } = errorTable[code]
  const schema = responseJsonSchema(Schema.Struct(extra).ast)
  const docs = doc(`${status}. ${renderClientMentions(when)}`)
  const name = errorClass(code)
  if (together === undefined) {
    const members = membersOf(schema, "answer", makeNaming(new Set()), "declare readonly")
    return `${docs}export class ${name} extends ApiError {
  declare readonly code: "${code}"
  ${Object.keys(extra).length === 0 ? "" : members}
}
`
  }
  // A class cannot have a union of members, so a type of the same name adds it.
  return `${togetherType(name, together)}class ${name}Class extends ApiError {
  static override readonly name = "${name}"
  declare readonly code: "${code}"
}

${docs}export type ${name} = ${name}Class & ${name}Figures
${docs}export const ${name} = ${name}Class as unknown as { new (...args: ConstructorParameters<typeof ${name}Class>): ${name}; readonly prototype: ${name} }
`
}

/** Renders a class for each error code of the contract, with its extra fields. */
export const errorsFile =
  (): string => `${generatedNotice}import { ApiError, type ConnectionError, type TimedOutError, type UnfamiliarError, type UnreadableAnswerError } from "../runtime/errors.ts"
import type { SignInNeededError } from "../runtime/oauth.ts"

${thrownErrors.map(classOf).join("\n")}
export const errorClasses = {
${thrownErrors.map((code) => `${code}: ${errorClass(code)}`).join(",\n")}
}

/** The errors that the service returns. Checking \`code\` narrows the type. */
export type AnyApiError = ${[...thrownErrors.map(errorClass), "UnfamiliarError"].join(" | ")}

/** The errors that a call can fail with. Checking \`code\` narrows the type. */
export type AnyAdwardenError = AnyApiError | ConnectionError | TimedOutError | UnreadableAnswerError | SignInNeededError
`
