import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { holdTransaction } from "../support/hold-transaction.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { rowsOf } from "../support/postgres-admin.ts"

const demo = await runOnPlatform()

/** Far more than any response takes, far less than any shift of `npm run check dates`. */
const apartAtMost = 300_000

it("Node, its child processes, Postgres and the emulator share one clock, shifted or not", async () => {
  const [row] = await demo.query<{ now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now"
  )
  const emulator = await demo.control("GET", "clock")
  const child = Number(execFileSync(process.execPath, ["-p", "Date.now()"], { encoding: "utf8" }))
  for (const clock of [row!.now, Date.parse(String(emulator["now"])), child]) {
    expect(Math.abs(clock - Date.now())).toBeLessThan(apartAtMost)
  }
})

it("a lock timeout of Postgres ends the wait, shifted or not", async () => {
  const release = await holdTransaction(demo, "lock table rate_limits")
  // One simple query of two statements runs in one transaction.
  const waiting = rowsOf(demo.url, "set local lock_timeout = 200; lock table rate_limits")
  await expect(waiting).rejects.toThrow("lock timeout")
  await release()
})
