import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { Chunk, Effect, ManagedRuntime, Stream } from "effect"
import { describe, expect, inject, it } from "vitest"
import { fill } from "../../../bench/world.ts"
import { migrate } from "../../core/src/schema.ts"
import { Database } from "../../core/src/storage/index.ts"
import { Tasks } from "../../core/src/tasks/tasks.ts"
import { afterFile } from "../../core/test/support/after-file.ts"
import { call } from "../../core/test/support/call.ts"
import { coreOn } from "../../core/test/support/demo.ts"
import { admin, rowsOf } from "../../core/test/support/postgres-admin.ts"
import { PostgresPair } from "./faults/postgres-pair.ts"
import { machinePostgres } from "./machine-postgres.ts"

/* Reports and audit exports from a real streaming replica. */
const postgres = machinePostgres()
if (postgres === undefined) {
  it.skip("needs a Postgres of the machine, for a replica: apt-get install postgresql", () => {})
} else {
  const directory = mkdtempSync(join(inject("postgres").directory, "replica-"))
  const pair = await PostgresPair.start(postgres, directory, 2000)
  afterFile(() => pair.close())
  const [tenant] = await Effect.runPromise(
    Effect.zipRight(migrate, fill([{ slug: "org", campaigns: 2, days: 30 }])).pipe(
      Effect.provide(Database.layer(pair.url))
    )
  )
  const { key } = tenant!
  await pair.addStandby()
  const standby = pair.standbyUrl

  const startCore = (waitMillis: number, url = standby) => {
    const runtime = ManagedRuntime.make(coreOn(pair.url, {}, { replica: { url, waitMillis } }))
    afterFile(() => runtime.dispose())
    const exportTotal = async () => {
      const { error, output } = await runtime.runPromise(call("audit.export", key))
      expect(error).toBeNull()
      const { events, total } = output as { readonly total: number; readonly events: Stream.Stream<unknown> }
      expect(Chunk.size(await runtime.runPromise(Stream.runCollect(events)))).toBe(total)
      return total
    }
    return { runtime, exportTotal, read: () => runtime.runPromise(call("campaigns.list", key)) }
  }

  /** Whether a connection of the service last ran a statement on this table on the replica. */
  const wasReadThere = async (table: string) =>
    (
      await rowsOf(
        standby,
        "select from pg_stat_activity where application_name = 'adwarden replica' and query like '%' || $1 || '%'",
        [table]
      )
    ).length > 0

  describe("with a replica", () => {
    it("exports from it everything that was committed before", async () => {
      const core = startCore(60_000)
      const before = await core.exportTotal()
      await core.read()
      // The read, and the export before.
      expect(await core.exportTotal()).toBe(before + 2)
      expect(await wasReadThere("audit_")).toBe(true)
    })

    it("reads the figures of a report from it, and writes the report to the primary", async () => {
      const { runtime } = startCore(60_000)
      const { error, output } = await runtime.runPromise(call("reports.generate", key, { type: "weekly" }))
      expect(error).toBeNull()
      const { task_tracking_id: task } = output as { readonly task_tracking_id: number }
      const [{ id }] = (await rowsOf<{ id: number }>(
        pair.url,
        "select organization_id::int as id from tasks where id = $1",
        [task]
      )) as [{ id: number }]
      await runtime.runPromise(Effect.flatMap(Tasks, (tasks) => tasks.run(id, task, true)))
      expect(await rowsOf(pair.url, "select type from reports")).toEqual([{ type: "weekly" }])
      expect(await wasReadThere("COMMIT")).toBe(true)
    })

    it("reads from the primary if it lags, or cannot be reached", async () => {
      await admin(standby, "select pg_wal_replay_pause()")
      const lagging = startCore(200)
      const before = await lagging.exportTotal()
      await lagging.read()
      expect(await lagging.exportTotal()).toBe(before + 2)
      const unreachable = startCore(60_000, "postgres://adwarden@127.0.0.1:1/adwarden")
      expect(await unreachable.exportTotal()).toBe(before + 3)
      await admin(standby, "select pg_wal_replay_resume()")
    })
  })
}
