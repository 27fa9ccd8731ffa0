import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/** How far syncs are behind, over the accounts of all organizations. */
export interface SyncLag {
  readonly connected: number
  readonly broken: number
  /** Seconds since the last complete sync: one for each of `lagPercentiles`. */
  readonly percentiles: ReadonlyArray<number> | null
  readonly late: ReadonlyArray<{
    readonly organization: string
    readonly account: string
    readonly seconds: number
  }>
}

export const lagPercentiles = [50, 90, 99, 100] as const

/** Accounts further behind than this are named, at most so many: one series for each would be too many. */
const late = { seconds: 3600, count: 10 }

/**
 * Reads the lag of all linked accounts. An account with a broken login counts as broken and not as late: only its
 * owner can help.
 */
export const readSyncLag = Effect.map(
  Effect.suspend(
    () => runSql<SyncLag>`
      with linked as materialized (
        select a.organization_id, a.id, l.state = 'connected' as connected,
          extract(epoch from now() - coalesce(a.last_synced_at, a.created_at))::float8 as seconds
        from ad_accounts a
        join ad_platform_logins l on l.organization_id = a.organization_id and l.id = a.login_id
        where a.status = 'linked' and a.connection_complete
      )
      select count(*) filter (where connected)::int as connected,
        count(*) filter (where not connected)::int as broken,
        percentile_disc(${lagPercentiles.map((percentile) => percentile / 100)}::float8[]) within group (order by seconds)
          filter (where connected) as percentiles,
        (select coalesce(json_agg(json_build_object('organization', organization_id::text, 'account', id,
            'seconds', seconds)), '[]')
          from (select * from linked where connected and seconds > ${late.seconds}
            order by seconds desc limit ${late.count}) worst) as late
      from linked`
  ),
  ([lag]) => lag!
)
