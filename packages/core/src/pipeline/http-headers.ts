import type { ResponseHeaderName } from "../contract/index.ts"
import type { PipelineResponse } from "../request/pipeline-request.ts"

/** The HTTP headers of a response on every surface, as the contract declares them. */
export const httpHeaders = (
  response: PipelineResponse,
  resourceMetadataUrl: string
): Record<string, string> => {
  const { error, quota, rateLimit, replayed, requestId } = response
  const headers: Partial<Record<ResponseHeaderName, string>> = { "X-Request-Id": requestId }
  if (rateLimit !== null) {
    headers["X-RateLimit-Limit"] = String(rateLimit.limit)
    headers["X-RateLimit-Remaining"] = String(rateLimit.remaining)
    headers["X-RateLimit-Reset"] = String(rateLimit.reset)
  }
  if (quota !== null) {
    headers["X-WriteQuota-Limit"] = String(quota.limit)
    headers["X-WriteQuota-Remaining"] = String(quota.remaining)
  }
  if (replayed) headers["Idempotency-Replayed"] = "true"
  if (error === null) return headers
  if ("retryAfter" in error) headers["Retry-After"] = String(error.retryAfter)
  if (error._tag === "unauthorized") {
    const why = error.why === "missing" ? "" : `error="invalid_token", `
    headers["WWW-Authenticate"] = `Bearer ${why}resource_metadata="${resourceMetadataUrl}"`
  }
  if (error._tag === "insufficient_scope") {
    headers["WWW-Authenticate"] =
      `Bearer error="insufficient_scope", scope="${error.required_scope}", resource_metadata="${resourceMetadataUrl}"`
  }
  return headers
}
