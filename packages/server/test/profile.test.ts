import { afterAll, beforeAll, expect, it } from "vitest"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { Adwarden } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"

const demo = await runOnPlatform()
const run = (...args: ReadonlyArray<string>) =>
  runInProcess(["organizations", ...args], { DATABASE_URL: demo.url })

let stop = async (): Promise<void> => {}
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

it("a website is analysed, followed and shown, and failures are reported in one line", async () => {
  const none = await new Adwarden(["organizations", "business-profile", "--local", "--org", "tailspin"], {
    DATABASE_URL: demo.url
  }).ended
  expect(none).toMatchObject({ code: 4, out: "" })
  expect(none.err).toContain("A business profile of tailspin was not found.")

  const analysed = await run("analyse-website", "--org", "tailspin", "http://tailspin.test/", "--wait")
  expect(analysed.code).toBe(0)
  const shown = await run("business-profile", "--local", "--org", "tailspin")
  expect(shown.out).toBe(analysed.out)
  expect(shown.out).toMatch(/^Website {6}http:\/\/tailspin\.test\/\nStatus {7}ready, /)
  expect(shown.out).toContain("Products     Bike repair; Bike tune-up; E-bike service; Flat tire repair")
  expect(shown.out).toContain("Competitors  -\n")
  expect(shown.out).toContain("Places       Portland\n")

  const nowhere = await run("analyse-website", "--org", "nowhere", "http://tailspin.test/")
  expect(nowhere).toMatchObject({ code: 4, out: "" })
  expect(nowhere.err).toContain('The organization "nowhere" was not found.')
  const inside = await run("analyse-website", "--org", "tailspin", "http://169.254.169.254/")
  expect(inside).toMatchObject({ code: 2, out: "" })
  expect(inside.err).toContain("private network")
  const missing = await run("analyse-website", "--org", "tailspin", "http://tailspin.test/nowhere", "--wait")
  expect(missing).toMatchObject({ code: 9, out: "" })
  expect(missing.err).toMatch(/^✗ The analysis failed \(task \d+\)\. .*does not show its home page/m)
  expect((await run("business-profile", "--local", "--org", "tailspin")).out).toBe(shown.out)

  await stop()
  const started = await run("analyse-website", "--org", "tailspin", "http://litware.test/")
  expect(started.out).toMatch(
    /^Started \(task \d+\)\. Show the result: adwarden organizations business-profile --local --org tailspin\n$/
  )
  expect((await run("business-profile", "--local", "--org", "tailspin")).out).toContain(
    "Status       being analysed"
  )

  const events = await demo.query<{ operation: string; status_code: number; surface: string }>(
    "select operation, status_code, surface from audit_events where operation like 'business_profile.%' order by at"
  )
  const [show, analyse] = ["show", "analyse"].map((name) => `business_profile.${name}`)
  const result = events.map(({ operation, status_code }) => `${operation} ${status_code}`)
  expect(events.every(({ surface }) => surface === "cli")).toBe(true)
  expect(result).toContain(`${show} 404`)
  expect(result.filter((line) => line === `${analyse} 200`)).toHaveLength(3)
  expect(result).toContain(`${analyse} 400`)
})
