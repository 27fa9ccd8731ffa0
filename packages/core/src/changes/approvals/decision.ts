import { Data } from "effect"
import { type ServiceError, statusOf } from "../../contract/index.ts"
import type { QueuedWrite } from "./queued-write.ts"

/** A person's word on a queued write. Keys and tokens have no way here. */
export interface Decision {
  /** Slug of the organization. */
  readonly organization: string
  readonly id: string
}

/** What became of a queued write. */
export interface Decided {
  readonly id: string
  readonly status: QueuedWrite["status"]
  readonly reason: string | null
  readonly result: object | null
}

/** Someone decided before, or the change is being carried out at this moment. */
export class NotPending extends Data.TaggedError("NotPending")<{
  readonly id: string
  readonly status: "approved" | "rejected" | "failed" | "pending"
  readonly by: string | null
  readonly reason: string | null
}> {
  readonly statusCode = 409
  readonly errorCode = "recommendation_not_pending"

  override get message(): string {
    if (this.status === "pending") return `${this.id} was approved and is being carried out right now.`
    if (this.reason === "expired") return `${this.id} expired: nobody decided within seven days.`
    const who = this.by === null ? "" : ` by ${this.by}`
    return `${this.id} is already ${this.status}${who}. Only a pending change can be decided.`
  }
}

/** Approved, and a rule refused it: the audit trail shows which. */
export class NotCarriedOut extends Data.TaggedError("NotCarriedOut")<{
  readonly decided: Decided
  readonly refusal: ServiceError
}> {
  readonly statusCode = statusOf(this.refusal)
  readonly errorCode = this.refusal._tag
}
