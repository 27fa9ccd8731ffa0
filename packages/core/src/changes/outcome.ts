import { ApprovalRequired, type ServiceError } from "../contract/index.ts"
import type { HandlerResponse } from "../request/handler.ts"
import type { QuotaState } from "../request/limits.ts"
import type { UncheckedPreview } from "./preview.ts"

/** What became of a write. The engine returns it as a value; nothing else carries state out. */
export type Outcome = (
  | { readonly kind: "previewed" | "executed" | "unchanged"; readonly output: unknown }
  | { readonly kind: "replayed"; readonly output: unknown }
  | {
      readonly kind: "held"
      readonly queued: string
      readonly again: boolean
      /** Of a write that was queued just now: its preview, which the platform's check completes. */
      readonly preview?: UncheckedPreview
    }
  | { readonly kind: "refused"; readonly error: ServiceError }
) & {
  readonly quota: QuotaState | null
  /** Whether its audit event was committed with the change. */
  readonly audited: boolean
  /** The same of the event of whoever approved it; not where the platform has the word first. */
  readonly approvalAudited: boolean
}

/** What changes nothing is audited by the pipeline. */
export const unaudited = { audited: false, approvalAudited: false } as const

/** What the pipeline makes an answer of. */
export const toReply = (outcome: Outcome): HandlerResponse<unknown> => {
  const { audited, quota } = outcome
  switch (outcome.kind) {
    case "held":
      return {
        result: { refused: new ApprovalRequired({ queued_recommendation_id: outcome.queued }) },
        quota,
        replayed: outcome.again,
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
