import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { demoWorld } from "../../packages/emulator/src/index.ts"
import { findDateDependent, moments, planOf, testFiles } from "../lib/dates/plan.mjs"
import { removeLeftBehind, shiftedTo, withoutEpollWait } from "../lib/dates/shifted-clock.mjs"
import { inRoot } from "../lib/project.mjs"

const at = (name) => Date.parse(moments.find((moment) => moment.name === name).at)

/** Minutes that a time zone is ahead of UTC. */
const offset = (timeZone, time) => {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
  return Math.round((Date.parse(`${wall.format(time).replace(" ", "T")}Z`) - time) / 60_000)
}
const hour = 3_600_000
const changeWithin = (zone, from, to) => offset(zone, to) - offset(zone, from)

describe("the moments of npm run check dates", () => {
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
    const files = findDateDependent().map(({ file }) => file)
    expect(planOf([])).toEqual({ moments, files, list: false })
    expect(planOf(["--all"]).files).toEqual([])
    expect(planOf(["--at", "leap-day", "a.test.ts"])).toMatchObject({
      moments: [{ at: "2028-02-29T12:00:00Z" }],
      files: ["a.test.ts"]
    })
    expect(() => planOf(["--at", "noon"])).toThrow(/no moment "noon"/)
    expect(() => planOf(["--when", "noon"])).toThrow(/--at, --all and --list/)
  })

  it("have every weekday, in UTC and in every zone of the demo", () => {
    const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    for (const timeZone of ["UTC", ...demoWorld.customers.map((customer) => customer.timeZone)]) {
      const format = new Intl.DateTimeFormat("en", { timeZone, weekday: "long" })
      expect(names.map((name) => format.format(at(name)).toLowerCase())).toEqual(names)
    }
  })

  it("shift every process by the same number of seconds, without affecting timers", () => {
    const hourLater = shiftedTo(new Date(Date.now() + hour).toISOString(), "libfaketime")
    expect(hourLater).toMatchObject({ LD_PRELOAD: "libfaketime", FAKETIME_DONT_FAKE_MONOTONIC: "1" })
    expect(Number(hourLater.FAKETIME)).toBeGreaterThan(3500)
    expect(shiftedTo("2020-01-01T00:00:00Z", "libfaketime").FAKETIME).toMatch(/^-\d+$/)
  })

  it("use a library that leaves epoll_wait alone, but can call it", () => {
    const library = (symbol) => Buffer.from(`ELF\0time\0${symbol}\0poll\0code\0epoll_wait\0`)
    expect(withoutEpollWait(library("epoll_wait"))).toEqual(library("epoll_none"))
    expect(() => withoutEpollWait(Buffer.from("ELF\0time\0"))).toThrow(/has no epoll_wait/)
  })
})

it("what libfaketime leaves behind is removed once its process has ended", () => {
  const directory = mkdtempSync(join(tmpdir(), "adwarden-dates-"))
  try {
    const kept = [
      `sem.faketime_sem_${process.pid}`,
      `faketime_shm_${process.pid}`,
      "sem.other_1",
      "a_999999999"
    ]
    for (const name of [...kept, "sem.faketime_sem_999999999", "faketime_shm_999999999"]) {
      writeFileSync(join(directory, name), "")
    }
    removeLeftBehind(directory)
    expect(readdirSync(directory).sort()).toEqual(kept.toSorted())
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

describe("the date-dependent test files", () => {
  /** Finds them in a tree of these files, and returns the reasons by the test's name. */
  const foundIn = (files) => {
    const tree = mkdtempSync(join(tmpdir(), "adwarden-dates-"))
    try {
      for (const [path, text] of Object.entries(files)) {
        const file = join(tree, "packages", "one", path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
      return Object.fromEntries(
        findDateDependent(tree).map(({ file, whys }) => [file.replace(/.*\/(\w+)\.test\.ts$/, "$1"), whys])
      )
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  }

  it("are those that read the clock, days or figures, themselves or through helpers", () => {
    const [clock, days, figures] = [
      "reads the clock",
      "computes with days in SQL",
      "reads figures or what is computed from them"
    ]
    const found = foundIn({
      "test/clock.test.ts": "const today = new Date().toISOString()",
      "test/days.test.ts": "query(`update keys set at = now() - interval '90 days'`)",
      "test/report.test.ts": 'run(call("reports.latest", key))',
      "test/command.test.ts": 'runInProcess(["reports", "latest"])',
      "test/tool.test.ts": 'tools.call("svc_get_performance")',
      "test/page.test.ts": 'browser.open("/northwind/search-terms")',
      "test/deep/helped.test.ts": 'import { waited } from "../support/waited.ts"',
      "test/support/waited.ts": 'export { since } from "./since.ts"',
      "test/support/since.ts": 'import "./waited.ts"\nexport const since = () => Date.now()'
    })
    expect(found).toEqual({
      clock: [clock],
      days: [days],
      report: [figures],
      command: [figures],
      tool: [figures],
      page: [figures],
      helped: [clock]
    })
  })

  it("are not those with an instant, a fixed day, a comment, or a source that reads the clock", () => {
    const found = foundIn({
      "test/instant.test.ts": "query(`update keys set used_at = now() - interval '2 hours'`)",
      "test/elapsed.test.ts": "const began = performance.now()",
      "test/fixed.test.ts": 'new Date("2026-02-29")',
      "test/comment.test.ts": "/* Date.now() */ call() // new Date()",
      "test/source.test.ts": 'import { today } from "../src/today.ts"',
      "src/today.ts": "export const today = () => new Date()"
    })
    expect(found).toEqual({})
  })

  it("are found in this repository, and are the smaller part of it", () => {
    const files = findDateDependent().map(({ file }) => file)
    // The first failed on three days of the week. The others read the clock, days and figures in their own ways.
    expect(files).toEqual(
      expect.arrayContaining([
        "packages/core/test/insight/documents/generate-report.test.ts",
        "packages/core/test/insight/search-terms.test.ts",
        "packages/core/test/platform/drift.test.ts",
        "packages/rest/test/audit-export.test.ts"
      ])
    )
    // A rule that finds everything says nothing, and 21 such runs take a night.
    expect(files.length).toBeLessThan(testFiles().length / 2)
  })
})

describe("vitest", () => {
  it("has workers that wait for the runner without a timeout, so that a busy machine fails no run", () => {
    const chunks = inRoot("node_modules", "vitest", "dist", "chunks")
    const [rpc] = readdirSync(chunks).filter((name) => /^rpc\..*\.js$/.test(name))
    expect(readFileSync(`${chunks}/${rpc}`, "utf8")).toContain("timeout: -1,")
  })
})
