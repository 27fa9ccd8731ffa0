import { createHash } from "node:crypto"
import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect, Option, Record, Schedule } from "effect"
import { isLockTimeout } from "../unavailable.ts"
import { local } from "./ddl.ts"
import { isDistributed, moveTables, oneConnectionPerNode, runMigrationOnCluster } from "./distribute.ts"
import { migrations } from "./list.ts"

export const table = "schema_migrations"

export const createTable = `create table if not exists ${table} (
  migration_id integer primary key,
  created_at timestamptz(3) not null default now(),
  name text not null,
  fingerprint text
);
${local(table, "says which migrations ran here")}`

const fingerprintOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

/**
 * Each migration's name and fingerprint of its text. The database stores both, so that a rewritten migration
 * is detected.
 */
const fingerprints: ReadonlyMap<string, string> = new Map(
  Object.entries(migrations).map(([name, { text }]) => [name, fingerprintOf(text)])
)

export const fullName = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`

/** There is no upgrade path: before the first release, migrations were rewritten instead of added. */
export class IncompatibleSchema extends Data.TaggedError("IncompatibleSchema")<{
  readonly migration: string
}> {
  override get message(): string {
    return `This database was made by an earlier development version of Adwarden (its migration ${this.migration} is not this version's). Delete .adwarden/, or point DATABASE_URL at an empty database, and start again.`
  }
}

/** The migrations that ran on the database with their stored fingerprints; none before the first. */
export const applied: Effect.Effect<
  ReadonlyMap<string, string | null>,
  SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [known] = yield* sql<{ present: boolean }>`select to_regclass(${table}) is not null as present`
  if (known?.present !== true) return new Map()
  // Through JSON, because the first databases had no such column.
  const rows = yield* sql<{ id: number; name: string; fingerprint: string | null }>`
    select migration_id as id, name, to_jsonb(m) ->> 'fingerprint' as fingerprint
    from ${sql(table)} m order by migration_id`
  return new Map(rows.map(({ fingerprint, id, name }) => [fullName(id, name), fingerprint]))
})

/**
 * Fails if an applied migration has one of our numbers but another name or text. Later numbers are valid: a
 * newer version can have migrated the database while older hosts still serve.
 */
export const checkSchema = (
  existing: ReadonlyMap<string, string | null>
): Effect.Effect<void, IncompatibleSchema> => {
  const numbers = new Set([...fingerprints.keys()].map(numberOf))
  const mismatch = [...existing].find(
    ([name, fingerprint]) => numbers.has(numberOf(name)) && fingerprints.get(name) !== fingerprint
  )
  return mismatch === undefined ? Effect.void : new IncompatibleSchema({ migration: mismatch[0] })
}

const numberOf = (name: string): number => Number.parseInt(name, 10)

/** Stores the text's fingerprint of each migration after it has run. */
export const storeFingerprints: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(
    fingerprints,
    ([name, fingerprint]) => sql`
      update ${sql(table)} set fingerprint = ${fingerprint}
      where migration_id = ${numberOf(name)} and fingerprint is null`
  )
})

/**
 * Indexes on tables that may be large. They are built after the migrations and outside their transaction, so that
 * writes continue meanwhile. They only make statements faster: the service works without them.
 */
export const largeIndexes: Readonly<Record<string, string>> = {
  campaigns_unpushed: "campaigns (updated_at) where unpushed <> '{}'",
  // What needs attention, for all organizations at once.
  campaigns_troubled:
    "campaigns (organization_id) where removed_at is null and (conflict is not null or state = 'error' or platform_state = 'live' and state <> 'live')",
  campaign_signals_needing:
    "campaign_signals (organization_id) where conversions_stopped_since is not null or delivery_stopped_since is not null or spend_outside is not null",
  organization_signals_stopped:
    "organization_signals (organization_id) where conversions_stopped_since is not null",
  // The list of campaigns, the most frequent read, takes its figures from the index alone.
  campaign_windows_week:
    "campaign_windows (organization_id, campaign_id) include (cost_micros, conversions) where days = 7",
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
  "campaign_signals_silent",
  "actions_organization_id_at_sequence_idx",
  "actions_organization_id_campaign_id_at_idx"
]

/** An advisory lock number that nothing else uses: "adwindex". */
const indexLock = "x'616477696e646578'::bigint"

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
      run(`select pg_try_advisory_lock(${indexLock}) as acquired`),
      ([row]) => (row as { readonly acquired: boolean }).acquired
    )
    yield* Effect.acquireRelease(
      Effect.zipRight(
        run("set statement_timeout = 0; set lock_timeout = 0"),
        Effect.repeat(Effect.zipRight(pollPause, acquired), { until: (done) => done })
      ),
      () => Effect.ignore(run(`select pg_advisory_unlock(${indexLock}); reset all`))
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

/** Called before each migration, to report progress: a large table can take long. */
export type OnMigration = (name: string) => void

const loaderOf = (list: typeof migrations, onMigration: OnMigration, distributed: boolean) =>
  Migrator.fromRecord(
    Record.map(list, ({ text }, name) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        onMigration(name)
        return distributed ? runMigrationOnCluster(text) : Effect.asVoid(sql.unsafe(text))
      })
    )
  )

/** An advisory lock number that nothing else uses: the eight letters of "adwarden". */
const migrationLock = "x'616477617264656e'::bigint"

/**
 * How long a statement waits for a table's lock: requests queue behind it meanwhile. After that the whole transaction
 * starts again, because a request or an export that holds the table ends sometime.
 */
const lockMillis = 2_000
const untilUnlocked = Schedule.intersect(Schedule.spaced("2 seconds"), Schedule.recurs(150))

/**
 * Migrates the schema by a list in one transaction, builds the indexes of large tables after it, and returns the migrations
 * that ran. Hosts that start together wait for one another, and later ones find nothing to do. The service can run
 * meanwhile.
 */
export const migrateBy = (
  list: typeof migrations,
  onMigration: OnMigration
): Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | IncompatibleSchema | SqlError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const done = yield* sql.withTransaction(
      Effect.gen(function* () {
        // Waiting for another host, or changing a large table, can exceed every statement timeout.
        yield* sql`set local statement_timeout = 0`
        yield* sql`set local lock_timeout = 0`
        yield* sql`set local client_min_messages = warning`
        yield* sql.unsafe(`select pg_advisory_xact_lock(${migrationLock})`)
        yield* sql.unsafe(`set local lock_timeout = ${lockMillis}`)
        yield* checkSchema(yield* applied)
        yield* sql.unsafe(createTable)
        const distributed = yield* isDistributed
        if (distributed) yield* oneConnectionPerNode
        const ran = yield* Migrator.make({})({ loader: loaderOf(list, onMigration, distributed), table })
        yield* storeFingerprints
        // New tables of a cluster are still on its coordinator.
        if (distributed && ran.length > 0) yield* moveTables(() => undefined)
        return ran
      })
    )
    return done.map(([id, name]) => fullName(id, name))
  }).pipe(
    Effect.zipLeft(buildIndexes(onMigration)),
    // The migrator dies of a failed migration; callers get an ordinary error.
    Effect.catchSomeDefect((defect) =>
      defect instanceof Migrator.MigrationError ? Option.some(Effect.fail(defect)) : Option.none()
    ),
    Effect.retry({ while: isLockTimeout, schedule: untilUnlocked })
  )

/** Migrates by the migrations of this version. */
export const migrateWithProgress = (onMigration: OnMigration) => migrateBy(migrations, onMigration)

/** Migrates without progress reports. */
export const migrate = migrateWithProgress(() => undefined)

/** The migrations that the database lacks. A host refuses to serve on an old schema. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  IncompatibleSchema | SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const existing = yield* applied
  yield* checkSchema(existing)
  return Object.keys(migrations).filter((name) => !existing.has(name))
})
