import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Option } from "effect"
import organizations from "./0001_organizations.ts"
import peopleAndKeys from "./0002_people_and_keys.ts"
import oauth from "./0003_oauth.ts"
import adAccounts from "./0004_ad_accounts.ts"
import campaigns from "./0005_campaigns.ts"
import metrics from "./0006_metrics.ts"
import changes from "./0007_changes.ts"
import tasks from "./0008_tasks.ts"
import insight from "./0009_insight.ts"
import audit from "./0010_audit.ts"
import rateLimits from "./0011_rate_limits.ts"
import platformSync from "./0012_platform_sync.ts"
import campaignPush from "./0013_campaign_push.ts"
import approvalsAndUndo from "./0014_approvals_and_undo.ts"
import platformFirst from "./0015_platform_first.ts"
import executions from "./0016_executions.ts"
import type { Migration } from "./ddl.ts"

/** Listed by hand, not found on disk, so that they are there in a bundle too. */
const migrations: Record<string, Migration> = {
  "0001_organizations": organizations,
  "0002_people_and_keys": peopleAndKeys,
  "0003_oauth": oauth,
  "0004_ad_accounts": adAccounts,
  "0005_campaigns": campaigns,
  "0006_metrics": metrics,
  "0007_changes": changes,
  "0008_tasks": tasks,
  "0009_insight": insight,
  "0010_audit": audit,
  "0011_rate_limits": rateLimits,
  "0012_platform_sync": platformSync,
  "0013_campaign_push": campaignPush,
  "0014_approvals_and_undo": approvalsAndUndo,
  "0015_platform_first": platformFirst,
  "0016_executions": executions
}

const table = "schema_migrations"
const loader = Migrator.fromRecord(migrations)

/** Any number that nothing else in the database locks: the eight letters of "adwarden". */
const lock = "x'616477617264656e'::bigint"

const createTable = `create table if not exists ${table} (
  migration_id integer primary key,
  created_at timestamptz(3) not null default now(),
  name text not null
)`

/**
 * Bring the schema up to date: all of it or nothing, in one transaction. Hosts that start together wait for one
 * another; those that come late find nothing to do. Answers the migrations that ran.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const done = yield* sql.withTransaction(
    Effect.gen(function* () {
      // Waiting for another host, or for a large table to change, may take longer than any statement should.
      yield* sql`set local statement_timeout = 0`
      yield* sql`set local client_min_messages = warning`
      yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
      yield* sql.unsafe(createTable)
      return yield* Migrator.make({})({ loader, table })
    })
  )
  return done.map(([id, name]) => fullName(id, name))
}).pipe(
  // The migrator dies of a migration that fails; for a caller it is an error like any other.
  Effect.catchSomeDefect((defect) =>
    defect instanceof Migrator.MigrationError ? Option.some(Effect.fail(defect)) : Option.none()
  )
)

/** The migrations that the database still lacks, so that a host can refuse to serve on an old schema. */
export const pendingMigrations: Effect.Effect<
  ReadonlyArray<string>,
  SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = Object.keys(migrations)
  const [known] = yield* sql<{ present: boolean }>`select to_regclass(${table}) is not null as present`
  if (known?.present !== true) return names
  const applied = yield* sql<{ migration_id: number }>`select migration_id from ${sql(table)}`
  const ids = new Set(applied.map((row) => row.migration_id))
  return names.filter((name) => !ids.has(Number.parseInt(name, 10)))
})

const fullName = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`
