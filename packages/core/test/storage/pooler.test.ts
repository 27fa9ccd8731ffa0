import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, inject, it } from "vitest"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import {
  bindStatement,
  Database,
  poolerNamesStatements,
  Statements,
  statement
} from "../../src/storage/index.ts"
import { afterFile } from "../support/after-file.ts"
import { approve } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { pgbouncerProgram, startPgBouncer, through } from "../support/pgbouncer.ts"
import { rowsOf } from "../support/postgres-admin.ts"
import { follow, startWorker } from "../support/workers.ts"

/*
 * The service behind a real PgBouncer in transaction mode. `npm run check pooler` runs a large part of all tests
 * behind it.
 */
const program = pgbouncerProgram()
if (program === undefined) {
  it.skip("needs PgBouncer: apt-get install pgbouncer, or PGBOUNCER=/path/to/pgbouncer", () => {})
} else {
  const { directory, server } = inject("postgres")
  const pooler = await startPgBouncer(program, server, directory)
  afterFile(pooler.stop)
  const demo = await runOnPlatform({}, {}, [], (url) => through(pooler, url))
  const owner = demo.keys["northwind"]!.owner!
  const sqlOf = <A, E>(work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
    demo.run(Effect.flatMap(SqlClient.SqlClient, work))

  describe(`behind PgBouncer ${pooler.namedStatements ? "with" : "without"} named statements`, () => {
    it("detects whether the pooler supports named statements", async () => {
      if (pooler.namedStatements) expect(await demo.run(poolerNamesStatements)).toBe(true)
      const direct = Database.layer(demo.url, { maxConnections: 1 })
      expect(await Effect.runPromise(Effect.provide(poolerNamesStatements, direct))).toBe(false)
    })

    it("keeps many concurrent statements and transactions apart on five server connections", async () => {
      const echo = statement("select $1::int as n, current_setting('TimeZone') as zone")
      const reads = Array.from({ length: 300 }, (_, n) =>
        Effect.flatMap(Statements, (statements) =>
          statements.read(bindStatement<{ n: number; zone: string }>(echo, [n]))
        )
      )
      const transactions = Array.from({ length: 60 }, (_, n) =>
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`set transaction isolation level repeatable read, read only`
              yield* sql`set local application_name = ${sql.literal(`'own ${n}'`)}`
              const [row] = yield* sql<{
                n: number
                own: string
                limit: string
              }>`select ${n}::int as n, current_setting('application_name') as own, current_setting('lock_timeout') as limit`
              return row!
            })
          )
        )
      )
      const [read, inTransactions] = await demo.run(
        Effect.all(
          [
            Effect.all(reads, { concurrency: "unbounded" }),
            Effect.all(transactions, { concurrency: "unbounded" })
          ],
          { concurrency: 2 }
        ).pipe(Effect.tapErrorCause(Effect.logError))
      )
      expect(read.map(([row]) => row)).toEqual(reads.map((_, n) => ({ n, zone: "UTC" })))
      expect(inTransactions).toEqual(transactions.map((_, n) => ({ n, own: `own ${n}`, limit: "1min" })))
      const [{ count }] = (await rowsOf<{ count: number }>(
        demo.url,
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'adwarden%'"
      )) as [{ count: number }]
      expect(count).toBeLessThanOrEqual(5)
    })

    it("rolls a failed transaction back", async () => {
      const failing = sqlOf((sql) =>
        sql.withTransaction(
          Effect.zipRight(sql`update organizations set name = 'Changed'`, sql`select 1 / ${0}::int`)
        )
      )
      await expect(failing).rejects.toThrow()
      expect(await sqlOf((sql) => sql`select from organizations where name = 'Changed'`)).toEqual([])
    })

    it("executes a write whose job a notified worker runs, an approval, a read and a sync", async () => {
      // It polls once an hour: only a notification can wake it.
      const stop = await startWorker(demo, { pollSeconds: 3600 })
      try {
        const paused = await demo.run(
          call("campaigns.set_state", owner, { slug: "boiler-repair", state: "paused", dry_run: false })
        )
        expect(paused.error).toBeNull()
        const { task_tracking_id } = paused.output as { readonly task_tracking_id: number }
        expect(await follow(demo, owner, task_tracking_id)).toMatchObject({ status: "completed" })

        const asked = await demo.run(
          call("campaigns.update", demo.keys["fabrikam"]!.admin!, {
            org: "fabrikam",
            slug: "boiler-repair",
            budget: 101,
            dry_run: false
          })
        )
        const { queued_recommendation_id: id } = asked.error as unknown as {
          readonly queued_recommendation_id: string
        }
        const decided = await demo.run(approve({ organization: "fabrikam", id, by: "olivia@northwind.test" }))
        expect(decided).toMatchObject({ status: "approved" })

        const listed = await demo.run(call("campaigns.list", owner, {}))
        expect(listed.error).toBeNull()
        const [account] = await demo.query<{ organization_id: number; id: string }>(
          "select organization_id, id from ad_accounts where status = 'linked' order by 1 limit 1"
        )
        const { id: accountId, organization_id: organization } = account!
        const report = await demo.run(Effect.flatMap(Sync, (sync) => sync.account(organization, accountId)))
        expect(report).toMatchObject({ outcome: "synced" })
      } finally {
        await stop()
      }
    })

    it("leaves no setting and no lock of a session behind", async () => {
      const [session] = await sqlOf(
        (sql) => sql<{ settings: ReadonlyArray<string>; locks: number }>`
          select array(select name || '=' || setting from pg_settings where source = 'session'
              and name not like 'transaction_%'
              and name not in ('TimeZone', 'DateStyle', 'application_name', 'client_encoding')) as settings,
            (select count(*)::int from pg_locks where locktype = 'advisory'
              and database = (select oid from pg_database where datname = current_database())) as locks`
      )
      expect(session).toEqual({ settings: [], locks: 0 })
    })
  })
}
