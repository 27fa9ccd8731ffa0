import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/**
 * Indexes on tables that may be large. They are built after the migrations and outside their transaction, so that
 * writes continue meanwhile. They only make statements faster: the service works without them.
 */
export const largeIndexes: Readonly<Record<string, string>> = {
  campaigns_unpushed: "campaigns (updated_at) where unpushed <> '{}'",
  // What needs attention, for all organizations at once.
  campaigns_troubled:
    "campaigns (organization_id) where removed_at is null and (conflict is not null or state = 'error' or platform_state = 'live' and state <> 'live')",
  campaign_signals_silent:
    "campaign_signals (organization_id) where conversions_stopped_since is not null or delivery_stopped_since is not null",
  organization_signals_stopped:
    "organization_signals (organization_id) where conversions_stopped_since is not null",
  emails_dropped: "emails (dropped_at) where dropped_at is not null",
  ad_platform_logins_broken: "ad_platform_logins (organization_id) where state = 'broken'",
  // Pages of the action log by each filter. They contain the state, so that a total is counted without the rows.
  actions_by_time: "actions (organization_id, at, sequence) include (state)",
  actions_by_campaign: "actions (organization_id, campaign_id, at, sequence) include (state)",
  actions_by_source: "actions (organization_id, source, at, sequence) where state = 'executed'",
  actions_by_person:
    "actions (organization_id, actor_user_id, at, sequence) where state = 'executed' and actor_key_id is null",
  actions_by_key:
    "actions (organization_id, actor_key_id, at, sequence) where state = 'executed' and actor_key_id is not null"
}

/** Indexes of migrations that one of those above replaces. They are dropped after it is built. */
export const replacedIndexes: ReadonlyArray<string> = [
  "campaign_signals_stopped",
  "actions_organization_id_at_sequence_idx",
  "actions_organization_id_campaign_id_at_idx"
]

/** An advisory lock number that nothing else uses: "adwindex". */
const lock = "x'616477696e646578'::bigint"

/** On the machine's clock, whatever clock the caller uses. */
const pollPause = Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, 100)))

interface IndexState {
  readonly name: string
  readonly valid: boolean
}

/**
 * Builds the missing indexes, drops those that they replace, and returns the names of the built ones. A build that was interrupted leaves an invalid index, which is
 * dropped and built again. Other hosts poll for the lock: one that waited for it would hold a snapshot, for which the
 * build waits.
 */
export const buildIndexes = (
  onIndex: (name: string) => void
): Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names = Object.keys(largeIndexes)
    const session = yield* sql.reserve
    const run = (text: string) => session.executeUnprepared(text, [], undefined)
    const states = Effect.map(
      run(`select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname in ('${[...names, ...replacedIndexes].join("', '")}') and c.relnamespace = current_schema()::regnamespace`),
      (rows) => new Map((rows as ReadonlyArray<IndexState>).map(({ name, valid }) => [name, valid]))
    )
    const missingOf = (existing: ReadonlyMap<string, boolean>) =>
      names.filter((name) => existing.get(name) !== true)
    const replacedOf = (existing: ReadonlyMap<string, boolean>) =>
      replacedIndexes.filter((name) => existing.has(name))
    const atStart = yield* states
    if (missingOf(atStart).length + replacedOf(atStart).length === 0) return []
    const acquired = Effect.map(
      run(`select pg_try_advisory_lock(${lock}) as acquired`),
      ([row]) => (row as { readonly acquired: boolean }).acquired
    )
    yield* Effect.acquireRelease(
      Effect.zipRight(
        run("set statement_timeout = 0; set lock_timeout = 0"),
        Effect.repeat(Effect.zipRight(pollPause, acquired), { until: (done) => done })
      ),
      () => Effect.ignore(run(`select pg_advisory_unlock(${lock}); reset all`))
    )
    const existing = yield* states
    const missing = missingOf(existing)
    for (const name of missing) {
      onIndex(name)
      if (existing.has(name)) yield* run(`drop index concurrently if exists ${name}`)
      yield* run(`create index concurrently ${name} on ${largeIndexes[name]}`)
    }
    for (const name of replacedOf(existing)) yield* run(`drop index concurrently if exists ${name}`)
    return missing
  }).pipe(Effect.scoped)
