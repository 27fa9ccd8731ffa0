import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { freePort, startProcess } from "./adwarden.ts"
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
    expect(first.err).toMatch(/Demo world: imported the ad account of northwind\n.*✓ Demo world/s)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Object.keys(demo().keys)).toEqual(["northwind", "fabrikam", "contoso", "tailspin", "wingtip"])

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
