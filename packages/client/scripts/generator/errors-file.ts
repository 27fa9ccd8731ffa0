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

const classOf = (code: ErrorCode): string => {
  const { extra, status, when } = errorTable[code]
  const schema = responseJsonSchema(Schema.Struct(extra).ast)
  const members = membersOf(schema, "answer", makeNaming(new Set()), "declare readonly")
  return `${doc(`${status}. ${renderClientMentions(when)}`)}export class ${errorClass(code)} extends ApiError {
  declare readonly code: "${code}"
  ${Object.keys(extra).length === 0 ? "" : members}
}
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
