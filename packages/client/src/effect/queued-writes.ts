import { Effect, Option, Stream } from "effect"
import type { QueuedWritesGetError } from "../generated/effect/errors.ts"
import { QueuedWritesResource as Generated } from "../generated/effect/queued-writes.ts"
import type { QueuedWrite } from "../generated/types/queued-writes.ts"
import type { DecidedWrite, QueuedWritesResource as Promised, QueuedWriteRef } from "../queued-writes.ts"
import type { FollowOptions } from "../runtime/follow.ts"
import { streamOf } from "./variant.ts"

type Options = Omit<FollowOptions, "signal">

/** Writes that are waiting for approval. */
export class QueuedWritesResource extends Generated {
  readonly #client: Promised

  constructor(client: Promised) {
    super(client)
    this.#client = client
  }

  /** Polls a queued write and emits each state until it is decided. The interval grows from 5 to 60 seconds. */
  follow(write: QueuedWriteRef, options: Options = {}): Stream.Stream<QueuedWrite, QueuedWritesGetError> {
    return streamOf((signal) => this.#client.follow(write, { ...options, signal }))
  }

  /** Waits until a queued write is decided. `status` is approved, rejected or failed. */
  wait(write: QueuedWriteRef, options: Options = {}): Effect.Effect<DecidedWrite, QueuedWritesGetError> {
    return Effect.map(
      Stream.runLast(this.follow(write, options)),
      (last) => Option.getOrThrow(last) as DecidedWrite
    )
  }
}
