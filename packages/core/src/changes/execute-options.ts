import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import type { ApprovedWrite } from "./holds.ts"

/** How a write is executed besides its input. */
export interface ExecuteOptions {
  /** The approval of a queued write. */
  readonly approved?: ApprovedWrite | undefined
  /**
   * Runs first under the organization's lock. Its failure refuses the write, so the write is executed only while what
   * it checks is so.
   */
  readonly precondition?: Effect.Effect<void, ServiceError | SqlError, SqlClient.SqlClient>
}
