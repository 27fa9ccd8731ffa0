import { ApprovalRequired, type ServiceError } from "../contract/index.ts"
import type { HandlerResponse } from "../request/handler.ts"
import type { QuotaState } from "../request/limits.ts"
import type { UncheckedPreview } from "./preview.ts"

/** The outcome of a write. The engine returns it as a value and has no other output. */
export type Outcome = (
  | { readonly kind: "previewed" | "executed" | "unchanged"; readonly output: unknown }
  | { readonly kind: "replayed"; readonly output: unknown }
  | {
      readonly kind: "held"
      readonly queuedWriteId: string
      readonly alreadyQueued: boolean
      /** The preview of a write that was just queued, before the platform's check. */
      readonly preview?: UncheckedPreview
    }
  | { readonly kind: "refused"; readonly error: ServiceError }
) & {
  readonly quota: QuotaState | null
  /** Whether its audit event was committed with the change. */
  readonly audited: boolean
  /**
   * Whether the approver's audit event was committed with the change; false while a platform-first change is
   * open.
   */
  readonly approvalAudited: boolean
}

/** The pipeline audits writes that change nothing. */
export const unaudited = { audited: false, approvalAudited: false } as const

/** Converts an outcome into the handler's response. */
export const toReply = (outcome: Outcome): HandlerResponse<unknown> => {
  const { audited, quota } = outcome
  switch (outcome.kind) {
    case "held":
      return {
        result: { refused: new ApprovalRequired({ queued_recommendation_id: outcome.queuedWriteId }) },
        quota,
        replayed: outcome.alreadyQueued,
        audited
      }
    case "refused":
      return { result: { refused: outcome.error }, quota, replayed: false, audited }
    default:
      return {
        result: { output: outcome.output },
        quota,
        replayed: outcome.kind === "replayed",
        audited
      }
  }
}
