import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/** A request whose event is searched, and a time close to it. */
interface DatedRequest {
  readonly request_id: string
  readonly at: string
}

/** Returns the surfaces of requests, by request id, as far as the audit trail still has them. */
export const readSurfaces = (
  organization: number,
  requests: ReadonlyArray<DatedRequest>
): Effect.Effect<ReadonlyMap<string, string>, SqlError, SqlClient.SqlClient> =>
  requests.length === 0
    ? Effect.succeed(new Map())
    : Effect.map(
        runSql<{ readonly request: string; readonly surface: string }>`
          select r.request, e.surface
          from unnest(${requests.map(({ request_id }) => request_id)}::text[],
            ${requests.map(({ at }) => at)}::timestamptz[]) r(request, at)
          cross join lateral (
            select e.surface from audit_events e
            where e.organization_id = ${organization} and e.request_id = r.request
              and e.at between r.at - interval '5 minutes' and r.at + interval '5 minutes'
            order by e.at limit 1
          ) e`,
        (rows) => new Map(rows.map(({ request, surface }) => [request, surface]))
      )
