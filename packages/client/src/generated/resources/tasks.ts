// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type { Task, TasksGetParams } from "../types/tasks.ts"

export class TasksResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * await client.tasks.get(1001)
   * ```
   */
  get(id: number, params?: TasksGetParams, options?: RequestOptions): Promise<Task> {
    return this.#calls.read("GET", path`/task-tracking/${id}`, params, options)
  }
}
