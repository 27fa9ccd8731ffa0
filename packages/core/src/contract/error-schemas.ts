import { Schema } from "effect"
import { errorTable } from "./error-table.ts"
import type { ErrorCode } from "./errors.ts"
import { type JsonSchema, responseJsonSchema } from "./json-schema.ts"
import { limits } from "./limits.ts"
import { maxScopes } from "./scopes.ts"
import type { AnyOperation } from "./table.ts"
import { described } from "./values/text.ts"

/** What to do about each error, in addition to its message: for the error reference pages. */
export const errorRemedies: Readonly<Record<ErrorCode, string>> = {
  unauthorized:
    "The API key or access token is invalid or expired, and the message states why. Send a valid one: the same one fails again.",
  insufficient_scope: "Use a key that carries required_scope, or connect the app again and grant it.",
  org_access_denied:
    "List the organizations of this credential with {organizations.list}, and name one of them.",
  role_denied: "Ask a person with required_role to do it, or ask an owner for that role.",
  validation_error: "Look at fields: each names a path in the input and what it has to be. Nothing was done.",
  not_found:
    "Check the slug or id: the message names the nearest that exists. What was removed, or belongs to another organization, is not found either.",
  budget_cap_exceeded:
    "Send a budget in the range that the error names, or move it in several calls. An owner can raise the limits in the dashboard under {page.settings_limits}.",
  launch_blocked:
    "Fix what blocked_by names, then launch again. A preview of the launch shows what is next without trying.",
  sync_conflict:
    "Look at changes. Accept them with {campaigns.accept_changes}, or take them back in the dashboard, then send the call again.",
  approval_required: `Do not send it again. Follow it with {queued_writes.get}: a person approves or rejects it, and after ${limits.approvalDays} days it expires.`,
  ad_account_not_linked:
    "Link an account in the dashboard under {page.settings_accounts}, then send the call again.",
  ad_account_not_selected:
    "Select one in the dashboard under {page.settings_accounts}, then send the call again.",
  ad_platform_connection_incomplete:
    "Ask the owner of the account to connect it again in the dashboard under {page.settings_accounts}. Until then every attempt fails.",
  business_profile_not_ready: "Wait until {organizations.business_profile} says that it is ready.",
  ad_not_supported: "Add the ad in the ad platform, or choose a campaign that was created here.",
  channel_not_supported: "Change it in the ad platform, or choose a search campaign.",
  recently_applied: "It worked: do nothing. To apply it once more, wait for retry_after_seconds.",
  recommendation_not_pending:
    "Run its detector again with {detectors.run} for a new one. Undo an approved queued write with {actions.undo}.",
  undo_conflict: "Undo conflicting_action_id first with {actions.undo}, if you still want this one undone.",
  preview_stale: "Look at current, which is a new preview. Send its preview_hash if you still want it.",
  preview_required:
    "Read warnings and warning_codes in preview. Send the same call with its preview_hash if you still want it.",
  idempotency_conflict:
    "Use a new key for a new call. To repeat the first call, send exactly its parameters.",
  rate_limited: "Wait for Retry-After. X-RateLimit-Remaining shows beforehand how many are left.",
  write_quota_exceeded:
    "Wait until resets_at. Previews and reads still work, and so does whatever stops spend.",
  approval_queue_full:
    "Ask an owner or admin to approve or reject some of the pending changes, then send it again.",
  payload_too_large: "Send less in one call.",
  internal_error:
    "Retry a write only with the same Idempotency-Key. Report the request_id to the operator of the service.",
  unavailable:
    "Wait for Retry-After, then send it again; a write with the same Idempotency-Key, so that it is done once."
}

type AnySchema = Schema.Schema<unknown, unknown>

const text = Schema.String

/** The fields of every error, whatever its code. */
const common = {
  code: described(text, "A stable word; see doc_url"),
  message: described(text, "What happened and what to do next"),
  doc_url: text.annotations({ jsonSchema: { type: "string", format: "uri" } })
}

const makeSchema = (code: ErrorCode): AnySchema =>
  Schema.Struct({
    error: Schema.Struct({ ...common, code: Schema.Literal(code), ...errorTable[code].extra })
  }) as unknown as AnySchema

const schemas = new Map<ErrorCode, AnySchema>()

/** The envelope schema of one error code, with exactly its fields. */
export const errorSchemaOf = (code: ErrorCode): AnySchema => {
  const schema = schemas.get(code) ?? makeSchema(code)
  schemas.set(code, schema)
  return schema
}

/** `not_found` is `NotFoundError`, `internal_error` is `InternalError`. */
export const errorComponentOf = (code: ErrorCode): string => {
  const name = code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return name.endsWith("Error") ? name : `${name}Error`
}

/** The schema of every error, for clients that treat all codes alike. */
export const anyErrorJsonSchema: JsonSchema = responseJsonSchema(
  Schema.Struct({ error: Schema.Struct(common) }).ast
)

export const errorJsonSchema = (code: ErrorCode): JsonSchema => responseJsonSchema(errorSchemaOf(code).ast)

/** The errors of any request. */
const commonErrors: ReadonlyArray<ErrorCode> = [
  "validation_error",
  "unauthorized",
  "org_access_denied",
  "rate_limited",
  "internal_error",
  "unavailable"
]

/** Whether a person can hold a token with the scope and still have too low a role in the organization. */
const roleCanBeTooLow = ({ role, scope }: AnyOperation): boolean =>
  role !== null || (scope !== null && !maxScopes("adops_team").has(scope))

/** All errors of an operation: its own, its kind's, and those of every request. */
export const errorsOf = (operation: AnyOperation): ReadonlyArray<ErrorCode> => [
  ...new Set<ErrorCode>([
    ...commonErrors,
    ...(operation.scope === null ? [] : (["insufficient_scope"] as const)),
    ...(roleCanBeTooLow(operation) ? (["role_denied"] as const) : []),
    ...(operation.method === "GET" ? [] : (["payload_too_large"] as const)),
    ...operation.errors
  ])
]
