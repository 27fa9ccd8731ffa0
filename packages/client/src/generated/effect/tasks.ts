// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions } from "../../effect/variant.ts"
import type { TasksResource as Promised } from "../resources/tasks.ts"
import type { Task, TasksGetParams } from "../types/tasks.ts"
import type { TasksGetError } from "./errors.ts"

export class TasksResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * Follow background work.
   *
   * With wait_seconds, or every 2 to 5 seconds, until status is completed or failed. Gives status,
   * stage, then result, or an error whose message states what to do. Quotes are data. Then read the
   * result: `client.campaigns.get`, `client.reports.get` or `client.strategy.get`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* client.tasks.get(1001)
   * ```
   */
  get(id: number, params?: TasksGetParams, options?: CallOptions): Effect.Effect<Task, TasksGetError> {
    return attempt((signal) => this.#client.get(id, params, { ...options, signal }))
  }
}
