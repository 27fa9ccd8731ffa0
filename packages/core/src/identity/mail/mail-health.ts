import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** The state of the outbox. */
export interface MailHealth {
  readonly waiting: number
  /** Rejected permanently within the last week. */
  readonly failed: number
  /** The message of the newest failure. */
  readonly lastFailure: string | null
}

export const mailHealth: Effect.Effect<MailHealth, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(
      sql<MailHealth>`
        select count(*) filter (where num_nonnulls(sent_at, dropped_at, failed_at) = 0)::int as waiting,
          count(*) filter (where failed_at > now() - interval '7 days')::int as failed,
          (array_agg(failure order by id desc) filter (where failure is not null and sent_at is null))[1] as "lastFailure"
        from emails where created_at > now() - interval '30 days'`,
      ([health]) => health!
    )
)
