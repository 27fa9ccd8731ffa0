import { QueuedWritesResource as Generated } from "./generated/resources/queued-writes.ts"
import type { QueuedWrite } from "./generated/types/queued-writes.ts"
import { type FollowOptions, follow, type WaitOptions, waitFor } from "./runtime/follow.ts"
import type { RequestOptions } from "./runtime/options.ts"

/** What waits take: the id of a queued write, or the answer that named it. */
export type QueuedWriteRef = string | { readonly queued_recommendation_id: string }

/** A queued write that a person, or time, has decided. */
export type DecidedWrite = QueuedWrite & { readonly status: "approved" | "rejected" | "failed" }

/** Only pending ever changes. */
const isOver = (write: QueuedWrite): write is DecidedWrite => write.status !== "pending"

/** Changes that wait for a person's approval. */
export class QueuedWritesResource extends Generated {
  #followed(ref: QueuedWriteRef) {
    const id = typeof ref === "string" ? ref : ref.queued_recommendation_id
    return {
      look: (_: number, options: RequestOptions) => this.get(id, options),
      isOver,
      // A person has to act, which takes minutes at best.
      pause: { first: 5000, longest: 60_000 }
    }
  }

  /** The states of a queued write, more and more slowly, up to its last. */
  follow(write: QueuedWriteRef, options: FollowOptions = {}): AsyncGenerator<QueuedWrite, void, undefined> {
    return follow(this.#followed(write), options)
  }

  /**
   * Waits until a person has approved or rejected a change, or seven days have passed, looking more and more slowly.
   * `status` says what became of it; approved carries the `result`, anything else the `reason`.
   */
  async wait(write: QueuedWriteRef, options: WaitOptions<QueuedWrite> = {}): Promise<DecidedWrite> {
    return (await waitFor(this.#followed(write), options)) as DecidedWrite
  }
}
