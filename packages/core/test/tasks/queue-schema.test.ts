import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { getRollbackPlans } from "pg-boss"
import { migrate, pendingMigrations } from "../../src/schema.ts"
import { Database } from "../../src/storage/index.ts"
import { Queue } from "../../src/tasks/queue.ts"
import { defineQueue } from "../../src/tasks/queue-definition.ts"
import { Worker } from "../../src/tasks/worker.ts"
import { coreOn } from "../support/demo.ts"
import { blankDatabase, freshDatabase } from "../support/postgres.ts"
import { staggeredEffects } from "../support/staggered.ts"

const emailQueue = defineQueue("letters", Schema.Struct({ to: Schema.String }))

/** Everything in a database except rows, by object id, so that recreated objects differ too. */
const catalog = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ what: string }>`
    select 'relation ' || oid || ' ' || relname || ' ' || coalesce(pg_get_indexdef(oid), '') as what from pg_class
      where relnamespace::regnamespace::text !~ '^pg_(toast_)?temp'
    union all select 'function ' || oid || ' ' || proname || ' ' || md5(prosrc) from pg_proc
    union all select 'type ' || oid || ' ' || typname from pg_type
    union all select 'column ' || attrelid || ' ' || attname || ' ' || atttypid from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = to_regnamespace('pgboss'))
    union all select 'schema ' || oid || ' ' || nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp'
    order by 1`
)
/** The objects of the queue's schema, independent of how they were created. */
const shape = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    select table_name || '.' || column_name || ' ' || data_type as what from information_schema.columns
      where table_schema = 'pgboss'
    union all select indexdef from pg_indexes where schemaname = 'pgboss'
    union all select proname from pg_proc where pronamespace = 'pgboss'::regnamespace
    order by 1`
)

const on = <A, E>(url: string, work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(work, Database.layer(url, { maxConnections: 1 }))
const query = <Row extends object>(text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text))

/** A host that sends a job, and a worker. */
const runs = (url: string) =>
  Effect.flatMap(Queue, (queue) => queue.send(emailQueue, { to: "Ann" }, { organization: 1 })).pipe(
    Effect.zipRight(Effect.map(Worker, ({ jobs }) => jobs.length)),
    Effect.provide(Worker.layer(url).pipe(Layer.provideMerge(coreOn(url))))
  )

it.scopedLive("a host and a worker create nothing in a migrated database", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const before = yield* on(url, catalog)
    expect(before.filter(({ what }) => what.includes("job_common")).length).toBeGreaterThan(0)
    expect(yield* runs(url)).toBeGreaterThan(3)
    expect(yield* on(url, catalog)).toEqual(before)
  })
)

it.scopedLive("a database without the queue's schema is reported, and left unchanged", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    yield* on(url, query("drop schema pgboss cascade"))
    expect(yield* on(url, pendingMigrations)).toEqual([expect.stringMatching(/^queue_\d+$/)])
    const before = yield* on(url, catalog)
    const failure = yield* Effect.flip(Layer.build(Worker.layer(url).pipe(Layer.provide(coreOn(url)))))
    expect(String(failure.cause)).toContain(
      "lacks the job queue's schema, or has an old one. Run: adwarden migrate"
    )
    expect(yield* on(url, catalog)).toEqual(before)
    expect(yield* on(url, migrate)).toHaveLength(1)
    expect(yield* runs(url)).toBeGreaterThan(3)
  })
)

it.scopedLive("hosts that migrate concurrently run each migration once", () =>
  Effect.gen(function* () {
    const url = yield* blankDatabase()
    const ran = yield* staggeredEffects(Array.from({ length: 6 }, () => on(url, migrate)))
    const names = ran.flat()
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.startsWith("queue_"))).toHaveLength(1)
    expect(yield* on(url, pendingMigrations)).toEqual([])
  })
)

it.scopedLive("an old schema of the queue is migrated, and a newer one serves", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const wanted = yield* on(url, shape)
    const [current] = yield* on(url, query<{ version: number }>("select version from pgboss.version"))
    for (let back = 0; back < 5; back++) {
      yield* on(url, query(getRollbackPlans("pgboss", current!.version - back)))
    }
    expect(yield* on(url, shape)).not.toEqual(wanted)
    const lacked = yield* on(url, pendingMigrations)
    expect(lacked).toHaveLength(1)
    expect(yield* on(url, migrate)).toEqual(lacked)
    expect(yield* on(url, shape)).toEqual(wanted)
    yield* on(url, query("update pgboss.version set version = version + 1"))
    expect(yield* on(url, pendingMigrations)).toEqual([])
    expect(yield* runs(url)).toBeGreaterThan(3)
  })
)
