import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { type BoundStatement, bindStatement, runSql, statement } from "../storage/index.ts"
import type { AdAccount } from "./model.ts"

/** How far syncs are behind, over the accounts of all organizations. */
interface SyncLag {
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

/* The progress of syncs, which the account's row keeps. */

/** The account whose progress is read or written. */
export type AccountKey = Pick<AdAccount, "organizationId" | "accountId">

/** Long enough for the slowest step. A killed process blocks an account no longer than this. */
const leaseMinutes = 5

/** Acquires the account's lease, unless another sync holds it. */
export const acquireLease = ({ accountId, organizationId }: AccountKey) =>
  Effect.map(
    runSql`
      update ad_accounts set sync_lease_until = now() + make_interval(mins => ${leaseMinutes}),
        sync_attempted_at = now()
      where organization_id = ${organizationId} and id = ${accountId}
        and (sync_lease_until is null or sync_lease_until < now()) returning 1`,
    (acquired) => acquired.length > 0
  )

export const renewLease = ({ accountId, organizationId }: AccountKey) =>
  runSql`update ad_accounts set sync_lease_until = now() + make_interval(mins => ${leaseMinutes})
    where organization_id = ${organizationId} and id = ${accountId}`

export const releaseLease = (account: AccountKey) =>
  Effect.ignoreLogged(updateAccount(account, { sync_lease_until: null }))

interface AccountChanges {
  readonly name: string
  readonly time_zone: string | null
  readonly currency: string
  readonly sync_lease_until: null
  readonly sync_error: string
  readonly changes_read_until: string
  /** All days are read again. */
  readonly metrics_synced_through: null
}

export const updateAccount = ({ accountId, organizationId }: AccountKey, changes: Partial<AccountChanges>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update ad_accounts set ${sql.update(changes)}
      where organization_id = ${organizationId} and id = ${accountId}`
  )

/** Records that the account was read completely. */
export const markSynced = ({ accountId, organizationId }: AccountKey) =>
  runSql`update ad_accounts set last_synced_at = now(), sync_error = null
    where organization_id = ${organizationId} and id = ${accountId}`

/**
 * Records that the campaigns of an account were read. An account that an earlier version of the service read had only
 * search campaigns here: the first time, the number of campaigns on other channels is kept, to notify its owners.
 */
export const markStructureSynced = (
  { accountId, organizationId }: AccountKey,
  readAt: string,
  onOtherChannels: number
) =>
  runSql`update ad_accounts set structure_synced_at = ${readAt}, updated_at = now(),
      channels_added = case
        when channels_read_at is null and structure_synced_at is not null then nullif(${onOtherChannels}::int, 0)
        else channels_added end,
      channels_read_at = coalesce(channels_read_at, ${readAt})
    where organization_id = ${organizationId} and id = ${accountId}`

/** Records that the figures up to a day are stored; an earlier day changes nothing. */
export const advanceMetrics = ({ accountId, organizationId }: AccountKey, through: string) =>
  runSql`update ad_accounts set metrics_synced_through = greatest(metrics_synced_through, ${through}::date),
      match_sources_through = greatest(match_sources_through, ${through}::date)
    where organization_id = ${organizationId} and id = ${accountId}`

interface Progress {
  readonly changes_read_until: string | null
  readonly metrics_synced_through: string | null
  /** Behind the other if a host of an earlier version synced: it reads no match sources. */
  readonly match_sources_through: string | null
}

/** Reads how far syncs have read the account; null before the first. */
export const readProgress = ({ accountId, organizationId }: AccountKey) =>
  Effect.map(
    runSql<Progress>`
      select changes_read_until, metrics_synced_through, match_sources_through from ad_accounts
      where organization_id = ${organizationId} and id = ${accountId}`,
    ([row]) => row ?? { changes_read_until: null, metrics_synced_through: null, match_sources_through: null }
  )

/** How far the first sync of a linked account is. */
export interface FirstSync {
  readonly id: string
  readonly name: string | null
  readonly connected_at: string
  /** Whether its campaigns are read. */
  readonly has_structure: boolean
  /** The last day whose figures are read; null before the first. */
  readonly through: string | null
  readonly time_zone: string | null
  /** Whether a sync holds it. */
  readonly running: boolean
  /** Why the last attempt ended early. */
  readonly problem: string | null
}

const firstSyncs = statement(`
  select id, name, created_at as connected_at, structure_synced_at is not null as has_structure,
    metrics_synced_through as through, time_zone, coalesce(sync_lease_until > now(), false) as running,
    sync_error as problem
  from ad_accounts where organization_id = $1 and status = 'linked' and last_synced_at is null order by created_at, id`)

/** Reads the linked accounts that were never read completely. */
export const readFirstSyncs = (organization: number): BoundStatement<FirstSync> =>
  bindStatement(firstSyncs, [organization])

/** Reads the last day of which all linked accounts have figures; null before the first, and without an account. */
export const readFiguresUntil = (organization: number) =>
  Effect.map(
    runSql<{ through: string | null }>`
      select case when bool_and(metrics_synced_through is not null) then min(metrics_synced_through) end as through
      from ad_accounts where organization_id = ${organization} and status = 'linked'`,
    ([row]) => row!.through
  )

const syncStates = statement(`
  select id, status, structure_synced_at, metrics_synced_through, last_synced_at, sync_error,
    coalesce(sync_lease_until > now(), false) as running
  from ad_accounts where organization_id = $1 order by id`)

/** Reads how far the syncs of all accounts are. It changes with each of them. */
export const readSyncStates = (organization: number) => bindStatement<object>(syncStates, [organization])

/** Finds accounts to sync. Excludes accounts with a broken login: only connecting it again helps. */
export const findDueAccounts = (everyMinutes: number) =>
  runSql<AccountKey>`
    select a.organization_id as "organizationId", a.id as "accountId" from ad_accounts a
    join ad_platform_logins l on l.organization_id = a.organization_id and l.id = a.login_id
    where a.status = 'linked' and a.connection_complete and l.state = 'connected' and l.refresh_token is not null
      and (a.sync_attempted_at is null or a.sync_attempted_at < now() - make_interval(mins => ${everyMinutes}))
      and (a.sync_lease_until is null or a.sync_lease_until < now())
    order by a.sync_attempted_at nulls first limit 1000`

/** Finds accounts with days of figures for which no run of the detectors was started, and no sync in progress. */
export const findUndetectedAccounts = (limit: number) =>
  runSql<AccountKey>`
    select a.organization_id as "organizationId", a.id as "accountId" from ad_accounts a
    where a.status = 'linked' and a.last_synced_at is not null
      and a.metrics_synced_through > coalesce(a.detected_through, '-infinity')
      and (a.sync_lease_until is null or a.sync_lease_until < now())
    order by a.last_synced_at limit ${limit}`

/** Claims the latest days of figures for runs of the detectors; false if another process did. */
export const claimDetection = ({ accountId, organizationId }: AccountKey) =>
  Effect.map(
    runSql`
      update ad_accounts set detected_through = metrics_synced_through
      where organization_id = ${organizationId} and id = ${accountId}
        and metrics_synced_through > coalesce(detected_through, '-infinity') returning 1`,
    (claimed) => claimed.length > 0
  )

/** Finds the named account, or without a name all linked accounts. */
export const findAccountIds = (organization: number, account: string | null) =>
  Effect.map(
    runSql<{ id: string }>`
      select id from ad_accounts where organization_id = ${organization}
        and case when ${account}::text is null then status = 'linked' else id = ${account} end
      order by id`,
    (rows) => rows.map(({ id }) => id)
  )
