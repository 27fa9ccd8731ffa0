import { type ErrorRow, errorTable } from "./error-table.ts"
import type { ErrorCode, ServiceError } from "./errors.ts"
import { type MentionStyle, renderMentions } from "./operation-mentions.ts"
import { maxProblems } from "./raw-input.ts"

/** A row takes exactly its own error, which the compiler cannot see through an index. */
const rowOf = (error: ServiceError) => errorTable[error._tag] as ErrorRow<ServiceError>

export const statusOf = (error: ServiceError): number => rowOf(error).status

export interface ErrorEnvelope {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly doc_url: string
    readonly [extra: string]: unknown
  }
}

/** What happened and what to do next, with operations still named symbolically: for what is stored, and told later. */
export const messageOf = (error: ServiceError): string => rowOf(error).message(error)

/** A preview that stands in an error: no schema of its operation says where its sentences are. */
const renderPreviewMentions = (style: MentionStyle, preview: unknown): unknown =>
  JSON.parse(JSON.stringify(preview), (key, value: unknown) =>
    key === "blocked_reason" && typeof value === "string"
      ? renderMentions(style, value)
      : key === "warnings" && Array.isArray(value)
        ? value.map((warning) => renderMentions(style, String(warning)))
        : value
  )

const extraOf = (error: ServiceError, style: MentionStyle): Readonly<Record<string, unknown>> => {
  if (error._tag === "validation_error") {
    const fields = error.fields.slice(0, maxProblems)
    return { fields: fields.map(({ message, path }) => ({ path, message: renderMentions(style, message) })) }
  }
  if (error._tag === "preview_stale") return { current: renderPreviewMentions(style, error.current) }
  const data = error as unknown as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(rowOf(error).extra).flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]]))
  )
}

/** What a surface answers for an error, in its own words; `appUrl` is where the docs are served. */
export const envelope = (error: ServiceError, appUrl: string, style: MentionStyle): ErrorEnvelope => ({
  error: {
    code: error._tag,
    message: renderMentions(style, messageOf(error)),
    doc_url: `${appUrl}/docs/errors#${error._tag}`,
    ...extraOf(error, style)
  }
})
