import { Effect, Option, Stream } from "effect"
import type { QueuedWritesGetError } from "../generated/effect/errors.ts"
import { QueuedWritesResource as Generated } from "../generated/effect/queued-writes.ts"
import type { QueuedWrite } from "../generated/types/queued-writes.ts"
import type { DecidedWrite, QueuedWritesResource as Promised, QueuedWriteRef } from "../queued-writes.ts"
import type { FollowOptions } from "../runtime/follow.ts"
import { streamOf } from "./variant.ts"

type Options = Omit<FollowOptions, "signal">

/** Changes that wait for a person's approval. */
export class QueuedWritesResource extends Generated {
  readonly #client: Promised

  constructor(client: Promised) {
    super(client)
    this.#client = client
  }

  /** The states of a queued write, more and more slowly, up to its last. */
  follow(write: QueuedWriteRef, options: Options = {}): Stream.Stream<QueuedWrite, QueuedWritesGetError> {
    return streamOf((signal) => this.#client.follow(write, { ...options, signal }))
  }

  /** Waits until a change is decided; `status` says what became of it. */
  wait(write: QueuedWriteRef, options: Options = {}): Effect.Effect<DecidedWrite, QueuedWritesGetError> {
    return Effect.map(
      Stream.runLast(this.follow(write, options)),
      (last) => Option.getOrThrow(last) as DecidedWrite
    )
  }
}
