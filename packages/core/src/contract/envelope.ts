import { maxProblems } from "./decode.ts"
import { type ErrorRow, errorTable } from "./error-table.ts"
import type { ErrorCode, ServiceError } from "./errors.ts"
import { type MentionStyle, renderMentions } from "./operation-mentions.ts"
import { type PageBase, pagePaths } from "./page-paths.ts"

/** A row accepts only its own error, which the compiler cannot infer through an index. */
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

/** The error's message with operations still named symbolically, for storage and later rendering. */
export const messageOf = (error: ServiceError): string => rowOf(error).message(error)

/** Renders a preview inside an error, because no schema of its operation locates its sentences. */
const renderPreviewMentions = (style: MentionStyle, preview: unknown, base: PageBase): unknown =>
  JSON.parse(JSON.stringify(preview), (key, value: unknown) =>
    key === "blocked_reason" && typeof value === "string"
      ? renderMentions(style, value, base)
      : key === "warnings" && Array.isArray(value)
        ? value.map((warning) => renderMentions(style, String(warning), base))
        : value
  )

const extraOf = (
  error: ServiceError,
  style: MentionStyle,
  base: PageBase
): Readonly<Record<string, unknown>> => {
  if (error._tag === "validation_error") {
    const fields = error.fields.slice(0, maxProblems)
    return {
      fields: fields.map(({ message, path }) => ({ path, message: renderMentions(style, message, base) }))
    }
  }
  if (error._tag === "preview_stale") return { current: renderPreviewMentions(style, error.current, base) }
  if (error._tag === "preview_required") return { preview: renderPreviewMentions(style, error.preview, base) }
  if (error._tag === "approval_required") {
    const { queued_recommendation_id } = error
    const url = `${base.appUrl}${pagePaths.optimization(base.org ?? "_", queued_recommendation_id)}`
    return { queued_recommendation_id, url }
  }
  const data = error as unknown as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(rowOf(error).extra).flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]]))
  )
}

/**
 * The error response of a surface, in its own terms; `appUrl` is the base URL of docs and pages, `org` the organization
 * whose pages the message can link to.
 */
export const envelope = (
  error: ServiceError,
  appUrl: string,
  style: MentionStyle,
  org: string | null = null
): ErrorEnvelope => ({
  error: {
    code: error._tag,
    message: renderMentions(style, messageOf(error), { appUrl, org }),
    doc_url: `${appUrl}/docs/errors#${error._tag}`,
    ...extraOf(error, style, { appUrl, org })
  }
})
