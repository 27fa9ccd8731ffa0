import { reportTypes } from "@adwarden/core/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { Adwarden } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"

const demo = await runOnPlatform()
const run = (...args: ReadonlyArray<string>) =>
  runInProcess(["reports", ...args, "--local"], { DATABASE_URL: demo.url })

let stop = async (): Promise<void> => {}
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

it.each(reportTypes)("a %s report is generated, followed and shown", async (type) => {
  const made = await run("generate", "--org", "northwind", type, "--wait")
  expect(made.code).toBe(0)
  expect(made.out).toMatch(/^# .+\n\n_Northwind Plumbing & Heating · /)
})

it("a report that was made is shown as it was told, and what it was written from", async () => {
  const made = await run("generate", "--org", "northwind", "weekly", "--wait")
  const shown = new Adwarden(["reports", "latest", "weekly", "--local", "--org", "northwind"], {
    DATABASE_URL: demo.url
  })
  expect((await shown.ended).out).toBe(made.out)
  expect(JSON.parse((await run("latest", "--org", "northwind", "weekly", "--facts")).out)).toMatchObject({
    type: "weekly",
    currency: "USD"
  })
})

it("a report of days without data states so, and failures are reported in one line", async () => {
  const old = await run("generate", "--org", "tailspin", "weekly", "--before", "2020-01-15", "--wait")
  expect(old.out).toContain("# Your week: 6 Jan to 12 Jan 2020")
  expect(old.out).toContain(
    "There are no figures for this week: nothing was shown, or nothing has been read from the ad platform yet."
  )
  const none = await run("latest", "--org", "tailspin", "strategic")
  expect(none).toMatchObject({ code: 4, out: "" })
  expect(none.err).toContain("A strategic report was not found.")
  const nowhere = await run("generate", "--org", "nowhere", "weekly")
  expect(nowhere).toMatchObject({ code: 4, out: "" })
  expect(nowhere.err).toContain('The organization "nowhere" was not found.')
  await stop()
  const started = await run("generate", "--org", "northwind", "weekly")
  expect(started.out).toMatch(
    /^Started \(task \d+\)\. Read it: adwarden reports latest weekly --local --org northwind\n$/
  )
  const events = await demo.query<{ operation: string }>(
    "select distinct operation from audit_events where surface = 'cli' order by operation"
  )
  expect(events.map(({ operation }) => operation)).toEqual(["reports.make", "reports.show"])
})
