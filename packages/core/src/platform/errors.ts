import { Data } from "effect"
import { adAccountsPage } from "../contract/page-paths.ts"
import type { taskFailureReasons } from "../contract/resources/changes.ts"

/** The platform understood the request and refused it. A retry would be refused too. */
export class PlatformRefused extends Data.TaggedError("PlatformRefused")<{
  /** The display name of the platform, as in the failures below. */
  readonly platform: string
  /** The platform's own error code. */
  readonly code: string
  /** What the code means, where the service reacts to it. */
  readonly meaning?: "duplicate_name" | "no_access" | undefined
  /** The platform's own message. */
  readonly message: string
  readonly requestId?: string | undefined
}> {}

/** The login of the account was revoked or deleted. Calls fail until its owner connects it again. */
export class ConnectionBroken extends Data.TaggedError("ConnectionBroken")<{
  readonly platform: string
  readonly code: string
  readonly message: string
}> {}

/** Something must be connected or enabled first. */
export class SetupRequired extends Data.TaggedError("SetupRequired")<{
  readonly code: string
  readonly message: string
}> {}

/** Nothing was changed, and a retry may succeed. */
export class PlatformUnreachable extends Data.TaggedError("PlatformUnreachable")<{
  readonly platform: string
  readonly message: string
  /** The delay that the platform requested before a retry. */
  readonly retryAfterMillis?: number | undefined
  readonly requestId?: string | undefined
}> {}

/** A write was sent but no response arrived. Only reading back shows whether it was done. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{
  readonly platform: string
  readonly message: string
  readonly requestId?: string | undefined
}> {}

export type ReadFailure = PlatformRefused | ConnectionBroken | SetupRequired | PlatformUnreachable
export type WriteFailure = ReadFailure | OutcomeUnknown

export interface TaskFailure {
  readonly reason: (typeof taskFailureReasons)[number]
  /** What happened and what to do next. */
  readonly message: string
}

/** Returns the task failure for a platform error. Not for OutcomeUnknown, which must be read back first. */
export const taskFailure = (failure: ReadFailure): TaskFailure => {
  switch (failure._tag) {
    case "PlatformRefused":
      return {
        reason: "google_ads_refused",
        message: `${failure.platform} declined the change: ${asSentence(failure.message)} Change the campaign in ${failure.platform} first, then try again.`
      }
    case "ConnectionBroken":
      return {
        reason: "google_ads_connection_broken",
        message: `${failure.platform} no longer accepts the login behind this account: ${asSentence(failure.message)} Its owner has to connect it again in the dashboard under ${adAccountsPage}. Until then every attempt fails.`
      }
    case "SetupRequired":
      return { reason: "setup_required", message: asSentence(failure.message) }
    case "PlatformUnreachable":
      return {
        reason: "task_error",
        message: `${failure.platform} could not be reached: ${asSentence(failure.message)} Nothing was changed; try again later.`
      }
  }
}

/** Ends a message of the platform with a full stop. */
export const asSentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
