import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { housekeeping } from "../../src/background.ts"
import { isUnavailable } from "../../src/index.ts"
import { Worker } from "../../src/tasks/index.ts"
import { coreOn } from "../support/demo.ts"
import { TestDatabase } from "../support/postgres.ts"

/** A worker's dependencies besides its own connection. */
const core = Layer.unwrapEffect(Effect.map(TestDatabase, ({ url }) => coreOn(url)))

layer(TestDatabase.layer)("background work", (it) => {
  it.effect("housekeeping deletes expired rows and nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into rate_limits (subject, tokens, granted, refreshed_at)
        select 'old ' || n, 1, 1, now() - interval '2 hours' from generate_series(1, 6000) n`
      yield* sql`insert into rate_limits (subject, tokens, granted) values ('new', 1, 1)`
      yield* sql`insert into organizations (slug, name, currency) values ('north', 'North', 'USD')`
      yield* sql`insert into executions (organization_id, id, operation, state, requester, audit, input, fingerprint, settled_at)
        select id, 'exe_' || e, 'x', 'executed', '{}', '{}', '{}', sha256('x'), now() - e * interval '1 day'
        from organizations, unnest(array[1, 3]) e`
      // Two expired or were revoked long ago; two did so lately, and one still opens its document.
      yield* sql`insert into shared_links (organization_id, token_hash, document_type, document_id, expires_at, revoked_at)
        select id, sha256(l.name::bytea), 'weekly', l.name, now() + ends * interval '1 day', now() - revoked * interval '1 day'
        from organizations, (values ('a', -91, null), ('b', 5, 91), ('c', -89, null), ('d', 5, 89), ('e', 5, null::integer))
          l (name, ends, revoked)`
      const counts = yield* housekeeping
      expect(counts).toMatchObject({
        rate_limits: 6000,
        executions: 1,
        shared_links: 2,
        oauth_authorization_codes: 0
      })
      const [left] = yield* sql`select (select count(*) from rate_limits) as buckets,
        (select count(*) from executions) as keys,
        (select string_agg(document_id, '' order by id) from shared_links) as links`
      expect(left).toEqual({ buckets: 1, keys: 1, links: "cde" })
    })
  )
})

it.live("a worker runs its jobs, and stops with its scope", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { url } = yield* TestDatabase
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { jobs } = yield* Worker
        const schedules = yield* sql<{ name: string }>`select name from pgboss.schedule order by name`
        const scheduled = schedules.map(({ name }) => name)
        expect(scheduled).toEqual(expect.arrayContaining(["audit-seal", "housekeeping", "task-sweep"]))
        const consumed = [
          "campaign-push",
          "daily-detection",
          "execution-finish",
          "keyword-transfer",
          "lost",
          "mail",
          "task",
          "webhook",
          "webhook-delivery"
        ]
        expect(jobs.toSorted()).toEqual([...scheduled, ...consumed].toSorted())
        yield* sql`insert into rate_limits (subject, tokens, granted, refreshed_at)
            values ('again', 1, 1, now() - interval '1 day')`
        yield* sql`insert into pgboss.job (name) values ('housekeeping')`
        yield* sql<{
          count: number
        }>`select count(*) as count from rate_limits where subject = 'again'`.pipe(
          Effect.repeat({ until: ([row]) => row!.count === 0, schedule: Schedule.spaced("50 millis") })
        )
      }).pipe(Effect.provide(Worker.layer(url).pipe(Layer.provide(core))))
    )
    // The server needs a moment to notice a closed connection.
    const left = sql`select from pg_stat_activity
      where application_name = 'adwarden worker' and datname = current_database()`
    yield* Effect.repeat(left, { until: (rows) => rows.length === 0 })
  }).pipe(Effect.provide(TestDatabase.layer))
)

it.live("a worker without a database fails at once", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(
      Effect.scoped(Layer.build(Worker.layer("postgres://nobody:secret@127.0.0.1:1/none")))
    )
    expect(isUnavailable(failure)).toBe(true)
  }).pipe(Effect.provide(core.pipe(Layer.provideMerge(TestDatabase.layer))))
)
