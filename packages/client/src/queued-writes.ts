import { QueuedWritesResource as Generated } from "./generated/resources/queued-writes.ts"
import type { QueuedWrite } from "./generated/types/queued-writes.ts"
import { type FollowOptions, follow, type WaitOptions, waitFor } from "./runtime/follow.ts"
import type { RequestOptions } from "./runtime/options.ts"

/** A reference to a queued write: its id, or the response that contains the id. */
export type QueuedWriteRef = string | { readonly queued_recommendation_id: string }

/** A queued write that was approved or rejected, or that failed. */
export type DecidedWrite = QueuedWrite & { readonly status: "approved" | "rejected" | "failed" }

/** Only a pending write can change. */
const isOver = (write: QueuedWrite): write is DecidedWrite => write.status !== "pending"

/** Writes that are waiting for approval. */
export class QueuedWritesResource extends Generated {
  #followed(ref: QueuedWriteRef) {
    const id = typeof ref === "string" ? ref : ref.queued_recommendation_id
    return {
      look: (_: number, options: RequestOptions) => this.get(id, options),
      isOver,
      // An approver has to act, which takes minutes at best.
      pause: { first: 5000, longest: 60_000 }
    }
  }

  /** Polls a queued write and yields each state until it is decided. The interval grows from 5 to 60 seconds. */
  follow(write: QueuedWriteRef, options: FollowOptions = {}): AsyncGenerator<QueuedWrite, void, undefined> {
    return follow(this.#followed(write), options)
  }

  /**
   * Waits until a write is approved or rejected, or expires after seven days. The polling interval grows from 5 to 60
   * seconds. An approved write has a `result`; any other has a `reason`.
   */
  async wait(write: QueuedWriteRef, options: WaitOptions<QueuedWrite> = {}): Promise<DecidedWrite> {
    return (await waitFor(this.#followed(write), options)) as DecidedWrite
  }
}
