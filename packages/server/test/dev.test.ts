import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../core/test/support/counts.ts"
import { compileCache } from "../../core/test/support/programs.ts"
import { bin, freePort, startProcess } from "./adwarden.ts"
import { runInProcessEffect } from "./in-process.ts"

const directory = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "adwarden-dev-"))
    // Otherwise a database that root starts would be stored elsewhere, and remain there.
    chmodSync(path, 0o711)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

interface DemoFile {
  readonly base_url: string
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly people: ReadonlyArray<{ readonly email: string }>
}

it.scopedLive("dev starts everything without settings, keeps its data, and leaves nothing running", () =>
  Effect.gen(function* () {
    const home = yield* directory
    const file = join(home, ".adwarden", "demo.json")
    const demo = () => JSON.parse(readFileSync(file, "utf8")) as DemoFile

    const first = yield* startProcess(["dev"], { PORT: String(yield* freePort) }, home)
    yield* Effect.promise(() => first.waitForOutput("A first call:"))
    for (const step of ["Database", "Schema", "Demo world", "Worker", "Surfaces"]) {
      expect(first.err).toMatch(new RegExp(`✓ ${step} \\(\\d+\\.\\d s\\)`))
    }
    expect(first.err).toMatch(/✓ Worker \(\S+ s\): sync, drafts, reports and emails$/m)
    expect(first.err).toMatch(/Demo world: imported the ad account of northwind\n.*✓ Demo world/s)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Object.keys(demo().keys)).toEqual(["northwind", "fabrikam", "contoso", "tailspin", "wingtip"])

    // A start in the same folder, on whatever port, says where this one is.
    const again = yield* runInProcessEffect(["dev"], { PORT: String(yield* freePort) }, "", home)
    const origin = demo().base_url.replace("/v1", "")
    expect(again).toMatchObject({ code: 1, out: "" })
    expect(again.err).toMatch(
      new RegExp(`^\\W*Adwarden already runs in this folder: ${origin} \\(process \\d+\\)\\. Open it`)
    )
    expect(again.err.trim().split("\n")).toHaveLength(1)

    // The person and the pages that it names.
    const [, email, password] = /^ {2}Sign in {2}(\S+), password (\S+) \(owner of northwind\)$/m.exec(
      first.err
    )!
    expect(demo().people).toContainEqual(expect.objectContaining({ email, password }))
    const [, docs] = /^ {2}Docs {5}(\S+)$/m.exec(first.err)!
    expect((yield* Effect.promise(() => fetch(docs!))).status).toBe(200)

    // The command that newcomers paste.
    const curl = first.err.split("\n").find((line) => line.trim().startsWith("curl"))!
    const response = execFileSync("sh", ["-c", `${curl} -s`], { encoding: "utf8" })
    expect((JSON.parse(response) as { total: number }).total).toBe(12)
    // The doctor finds the running service and knows the fault that the demo has on purpose.
    const doctor = yield* runInProcessEffect(["doctor"], {}, "", home)
    expect(doctor).toMatchObject({ code: 0, err: "" })
    expect(doctor.out).toContain(`answers at ${demo().base_url.replace("/v1", "")}`)
    expect(doctor.out.replaceAll(/\s+/g, " ")).toMatch(
      /! platform wingtip .* The demo world has this fault on purpose\./
    )
    first.signal("SIGINT")
    expect((yield* Effect.promise(() => first.ended)).code).toBe(0)
    expect(() => readFileSync(join(home, ".adwarden", "postgres", "postmaster.pid"))).toThrow()

    const { keys } = demo()
    const port = yield* freePort
    const bakery = join(home, "saved", "bakery")
    mkdirSync(bakery, { recursive: true })
    writeFileSync(
      join(bakery, "index.html"),
      "<title>Bread in Boston</title><h1>Brioche Bakery</h1><p>We bake bread in Boston every morning.</p>"
    )
    const second = yield* startProcess(["dev", "--sites", "saved"], { PORT: String(port) }, home)
    yield* Effect.promise(() => second.waitForOutput("A first call:"))
    expect(second.err).toContain("already there")
    const profile = yield* Effect.promise(() =>
      fetch(`http://localhost:${port}/v1/organizations/bakery/business-profile`, {
        headers: { authorization: `Bearer ${demo().keys["bakery"]!["owner"]}` }
      }).then((response) => response.json() as Promise<object>)
    )
    expect(profile).toMatchObject({ status: "ready", url: "http://bakery.test/" })
    expect(second.err).toContain(".adwarden/demo.json")
    expect(demo()).toMatchObject({ keys, base_url: `http://localhost:${port}/v1` })
    second.signal("SIGTERM")
    expect((yield* Effect.promise(() => second.ended)).code).toBe(0)
  })
)

/** Moments of a first start, by what is in its folder and what it has printed. */
const moments: ReadonlyArray<readonly [string, (home: string, printed: string) => boolean]> = [
  [
    "while the database is created",
    (home, printed) =>
      globSync(".adwarden/postgres.*/data/base", { cwd: home }).length > 0 || printed.includes("✓ Database")
  ],
  ["while the demo world is made", (_, printed) => printed.includes("importing")],
  ["while the database starts", (home) => existsSync(join(home, ".adwarden", "postgres", "postmaster.pid"))],
  ["while the schema is made", (_, printed) => printed.includes("✓ Database")],
  ["before the database", (home) => existsSync(join(home, ".adwarden", "running.sock"))]
]
/** Each is a whole start, so that `npm test` makes one of them, and another one after a kill. */
const tried = isLong ? moments : moments.slice(0, 1)

/** Starts dev, and ends it at this moment. A terminal sends Ctrl-C to the whole process group. */
const interrupt = async (home: string, port: number, isNow: (home: string, printed: string) => boolean) => {
  const child = spawn(process.execPath, [bin, "dev"], {
    cwd: home,
    env: { PATH: process.env["PATH"], ...compileCache(), PORT: String(port) },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk))
  const closed = once(child, "close")
  try {
    while (!isNow(home, printed)) {
      expect([child.exitCode, printed]).toEqual([null, printed])
      await new Promise((done) => setTimeout(done, 5))
    }
    process.kill(-child.pid!, "SIGINT")
    expect([(await closed)[0], printed]).toEqual([0, expect.not.stringMatching(/^ +at |✗|rror/m)])
  } finally {
    if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL")
  }
  expect(existsSync(join(home, ".adwarden", "postgres", "postmaster.pid"))).toBe(false)
  expect(existsSync(join(home, ".adwarden", "running.sock"))).toBe(false)
}

it.scopedLive.each(tried)("Ctrl-C %s ends dev without an error", ([, isNow]) =>
  Effect.gen(function* () {
    const home = yield* directory
    const port = yield* freePort
    yield* Effect.promise(() => interrupt(home, port, isNow))
  })
)

it.scopedLive(`a start after a kill finds the folder free, and Ctrl-C ends it ${moments[1]![0]}`, () =>
  Effect.gen(function* () {
    const home = yield* directory
    const socket = join(home, ".adwarden", "running.sock")
    const first = yield* startProcess(["dev"], { PORT: String(yield* freePort) }, home)
    yield* Effect.promise(async () => {
      await first.waitForOutput("✓ Database")
      first.signal("SIGKILL")
      await first.ended
    })
    expect(existsSync(socket)).toBe(true)
    const port = yield* freePort
    yield* Effect.promise(() => interrupt(home, port, moments[1]![1]))
  })
)
