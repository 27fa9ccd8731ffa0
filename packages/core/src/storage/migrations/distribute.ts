import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { isClusterSql } from "../cluster.ts"
import { runSql } from "../sql.ts"

/** Whatever may contain a semicolon that ends no statement. */
const atoms: ReadonlyArray<RegExp> = [
  // Comments, as a group.
  /(--[^\n]*|\/\*[\s\S]*?\*\/)/,
  // Texts, with and without escapes, and names.
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'/,
  /'(?:[^']|'')*'/,
  /"(?:[^"]|"")*"/,
  // Dollar quotes.
  /\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$/
]

/** One of these, or one character. */
const tokens = new RegExp([...atoms.map(({ source }) => source), "[\\s\\S]"].join("|"), "g")

/** Splits SQL into its statements, without comments and semicolons. Nested block comments are not supported. */
export const splitStatements = (text: string): ReadonlyArray<string> => {
  const statements = [""]
  for (const [token, comment] of text.matchAll(tokens)) {
    if (token === ";") statements.push("")
    else statements[statements.length - 1] += comment === undefined ? token : " "
  }
  return statements.map((one) => one.trim()).filter((one) => one !== "")
}

type Kind = "distributed" | "reference" | "local"

/** A table of the service, its declared kind and its kind in the cluster. */
interface TablePlacement {
  readonly name: string
  readonly declared: Kind
  readonly actual: Kind
}

interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly definition: string
}

/** Why a database cannot be distributed. */
export type DistributionProblem = "no_extension" | "no_node" | "service_running"

export class CannotDistribute extends Data.TaggedError("CannotDistribute")<{
  readonly problem: DistributionProblem
}> {}

/** The name of this command's connections, so that those of a running service are recognised. */
export const distributeApplicationName = "adwarden distribute"

/**
 * Reads where each table is. The declared kind is the first word of its comment; tables without one are not the
 * service's. Without the extension every table is local.
 */
const readPlacements = (sql: SqlClient.SqlClient) => sql<TablePlacement>`
  select c.relname as name, substring(obj_description(c.oid, 'pg_class') from '^(distributed|reference|local): ') as declared,
    coalesce(case p.partmethod when 'h' then 'distributed' when 'n' then case p.repmodel when 't' then 'reference' end end,
      'local') as actual
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and obj_description(c.oid, 'pg_class') ~ '^(distributed|reference|local): '
  order by c.relname`

const readForeignKeys = (sql: SqlClient.SqlClient) => sql<ForeignKey>`
  select k.conname as name, f.relname as "from", t.relname as "to", pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and f.relnamespace = 'public'::regnamespace order by f.relname, k.conname`

/**
 * Whether a cluster keeps a foreign key. One between a local and a reference table would make the local table part of
 * the cluster's metadata, where statements that join it with others are refused.
 */
const isKept = (from: Kind | undefined, to: Kind | undefined): boolean =>
  from === "distributed" ? to !== "local" : from === to

/** Whether the database has the Citus extension. */
const isCluster: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(sql<{ found: boolean }>`select ${sql.literal(isClusterSql)} as found`, ([row]) => row!.found)
)

/** Whether the service's tables are distributed. */
export const isDistributed: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  isCluster,
  (cluster) =>
    cluster
      ? Effect.map(
          runSql`select 1 from pg_dist_partition where logicalrelid = to_regclass('public.organization_locks')`,
          (rows) => rows.length > 0
        )
      : Effect.succeed(false)
)

/** Changes of several tables in one transaction depend on each other. */
export const oneConnectionPerNode = Effect.suspend(
  () => runSql`set local citus.multi_shard_modify_mode = 'sequential'`
)

/**
 * Runs a migration on a cluster. A new table starts as an ordinary one of the coordinator, which may refer to
 * distributed tables only while the cluster does not look: `moveTables` then moves it and creates its keys again.
 */
export const runMigrationOnCluster = (text: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      splitStatements(text),
      (one) => {
        const isNewTable = /^create table\b/i.test(one)
        return Effect.zipRight(
          sql.unsafe(`set local citus.enable_ddl_propagation = ${isNewTable ? "off" : "on"}`),
          sql.unsafe(one)
        )
      },
      { discard: true }
    )
  )

const connectionsOfService = (sql: SqlClient.SqlClient) =>
  sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name in ('adwarden', 'adwarden worker') limit 1`

/** How often the connections of a service are looked for. A stopped one closes the last of them a moment later. */
const maxLooks = 30

const isServiceRunning = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    for (let look = 1; (yield* connectionsOfService(sql)).length > 0; look++) {
      if (look === maxLooks) return true
      yield* Effect.sleep("100 millis")
    }
    return false
  })

/** Fails unless the cluster has nodes for the shards and the service is stopped. */
const checkCluster = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    if (!(yield* isCluster)) return yield* new CannotDistribute({ problem: "no_extension" })
    const nodes = yield* sql`select 1 from pg_dist_node where isactive and shouldhaveshards limit 1`
    if (nodes.length === 0) return yield* new CannotDistribute({ problem: "no_node" })
    if (yield* isServiceRunning(sql)) return yield* new CannotDistribute({ problem: "service_running" })
  })

const convert = (sql: SqlClient.SqlClient, table: TablePlacement, colocateWith: string) => {
  const name = `public.${table.name}`
  return table.declared === "reference"
    ? sql`select create_reference_table(${name})`
    : sql`select create_distributed_table(${name}, 'organization_id', colocate_with => ${colocateWith})`
}

/**
 * Moves each table to its declared place, in the open transaction. Returns the tables that moved. Foreign keys are
 * dropped first and created again afterwards under their names.
 */
export const moveTables = (
  onTable: (name: string, index: number, total: number) => void
): Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const placements = yield* readPlacements(sql)
    const kinds = new Map(placements.map(({ declared, name }) => [name, declared]))
    const foreignKeys = yield* readForeignKeys(sql)
    // Distributed tables follow reference tables, to which they refer.
    const moves = placements
      .filter(({ actual, declared }) => declared !== "local" && actual !== declared)
      .toSorted((a, b) => Number(b.declared === "reference") - Number(a.declared === "reference"))
    const moving = new Set(moves.map(({ name }) => name))
    const isDropped = ({ from, to }: ForeignKey) =>
      moving.has(from) || moving.has(to) || !isKept(kinds.get(from), kinds.get(to))
    const dropped = foreignKeys.filter(isDropped)
    yield* oneConnectionPerNode
    for (const { from, name } of dropped) yield* sql.unsafe(`alter table "${from}" drop constraint "${name}"`)
    let colocateWith = placements.find(({ actual }) => actual === "distributed")?.name ?? "none"
    for (const [index, table] of moves.entries()) {
      onTable(table.name, index, moves.length)
      yield* convert(sql, table, colocateWith)
      yield* sql`select truncate_local_data_after_distributing_table(${`public.${table.name}`})`
      if (table.declared === "distributed" && colocateWith === "none") colocateWith = table.name
    }
    for (const { definition, from, name, to } of dropped) {
      if (!isKept(kinds.get(from), kinds.get(to))) continue
      yield* sql.unsafe(`alter table "${from}" add constraint "${name}" ${definition}`)
    }
    return moves.map(({ name }) => name)
  })

/**
 * Distributes the database over its cluster in one transaction: if it is broken off, nothing has changed. Requires the
 * stopped service, because it locks every table.
 */
export const distribute = (
  onTable: (name: string, index: number, total: number) => void
): Effect.Effect<ReadonlyArray<string>, SqlError | CannotDistribute, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* checkCluster(sql)
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set local statement_timeout = 0`
        yield* sql`set local lock_timeout = '10s'`
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`set local client_min_messages = warning`
        return yield* moveTables(onTable)
      })
    )
  })
