import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { demoWorld } from "../../packages/emulator/src/index.ts"
import { moments } from "../lib/dates/moments.mjs"
import { dateDependent, planOf } from "../lib/dates/plan.mjs"
import { shiftedTo } from "../lib/dates/shifted-clock.mjs"
import { inRoot } from "../lib/project.mjs"

const at = (name) => Date.parse(moments.find((moment) => moment.name === name).at)

/** Minutes that a time zone is ahead of UTC. */
const offset = (timeZone, time) => {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
  return Math.round((Date.parse(`${wall.format(time).replace(" ", "T")}Z`) - time) / 60_000)
}
const hour = 3_600_000
const changeWithin = (zone, from, to) => offset(zone, to) - offset(zone, from)

describe("the moments of npm run test:dates", () => {
  it.each([
    ["us-spring", "America/Los_Angeles", 60],
    ["us-autumn", "America/Los_Angeles", -60],
    ["dublin-spring", "Europe/Dublin", 60],
    ["dublin-autumn", "Europe/Dublin", -60]
  ])("%s starts just before the clocks of %s change", (name, zone, minutes) => {
    expect(changeWithin(zone, at(name), at(name) + 60_000)).toBe(minutes)
    // The day of 23 or 25 hours is within the 26 hours before the second run.
    const later = at(`${name}-after`)
    expect(changeWithin(zone, later - 26 * hour, later)).toBe(minutes)
  })

  it("cover both clock changes of every zone in the demo", () => {
    const [spring, autumn] = ["spring", "autumn"]
    for (const { timeZone } of [...demoWorld.customers, demoWorld.manager]) {
      const region = timeZone.startsWith("America/")
        ? "us"
        : timeZone === "Europe/Dublin"
          ? "dublin"
          : timeZone
      for (const season of [spring, autumn]) {
        const time = at(`${region}-${season}-after`)
        expect(Math.abs(changeWithin(timeZone, time - 26 * hour, time))).toBe(60)
      }
    }
  })

  it("have unique names, and some can be selected", () => {
    expect(new Set(moments.map(({ name }) => name)).size).toBe(moments.length)
    expect(planOf([])).toEqual({ moments, files: dateDependent })
    expect(planOf(["--all"]).files).toEqual([])
    expect(planOf(["--at", "leap-day", "a.test.ts"])).toMatchObject({
      moments: [{ at: "2028-02-29T12:00:00Z" }],
      files: ["a.test.ts"]
    })
    expect(() => planOf(["--at", "noon"])).toThrow(/no moment "noon"/)
    expect(() => planOf(["--when", "noon"])).toThrow(/--at and --all/)
  })

  it("run existing test files", () => {
    expect(dateDependent.filter((path) => !existsSync(inRoot(path)))).toEqual([])
  })

  it("shift every process by the same number of seconds, without affecting timers", () => {
    const hourLater = shiftedTo(new Date(Date.now() + hour).toISOString(), "libfaketime")
    expect(hourLater).toMatchObject({ LD_PRELOAD: "libfaketime", FAKETIME_DONT_FAKE_MONOTONIC: "1" })
    expect(Number(hourLater.FAKETIME)).toBeGreaterThan(3500)
    expect(shiftedTo("2020-01-01T00:00:00Z", "libfaketime").FAKETIME).toMatch(/^-\d+$/)
  })
})

describe("vitest", () => {
  it("has workers that wait for the runner without a timeout, so that a busy machine fails no run", () => {
    const chunks = inRoot("node_modules", "vitest", "dist", "chunks")
    const [rpc] = readdirSync(chunks).filter((name) => /^rpc\..*\.js$/.test(name))
    expect(readFileSync(`${chunks}/${rpc}`, "utf8")).toContain("timeout: -1,")
  })
})
