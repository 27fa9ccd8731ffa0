import { messageOf, type ServiceError } from "../../contract/index.ts"

/** Trouble that passes: the change stays pending, and approving again is worth a try. */
const passing: ReadonlySet<ServiceError["_tag"]> = new Set([
  "unavailable",
  "internal_error",
  "not_implemented",
  "rate_limited"
])

export const isPassing = (error: ServiceError): boolean => passing.has(error._tag)

/** Why an approved change could not be carried out, for the requester and for the approver. */
export const failureReason = (error: ServiceError): string => {
  switch (error._tag) {
    case "unauthorized":
      return error.why === "creator_role"
        ? "unauthorized: Whoever asked for this no longer has a role that allows it."
        : `unauthorized: The key or connected app that asked for this was ${error.why === "expired" ? "rotated or has expired" : "revoked"}.`
    case "role_denied":
    case "insufficient_scope":
      return `${error._tag}: Whoever asked for this may no longer do it.`
    default:
      return `${error._tag}: ${messageOf(error)}`
  }
}
