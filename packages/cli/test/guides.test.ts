import { readdirSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { DemoCredentials } from "@adwarden/demo"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { freshDatabase } from "../../core/test/support/postgres.ts"
import { freePort, started } from "./adwarden.ts"
import { matcher, runSteps, stepsOf } from "./guides.ts"

const guides = fileURLToPath(new URL("../../../docs/guides/", import.meta.url))

/** `adwarden dev` in an empty folder, as a newcomer has it, on a database of the test server. */
const newcomer = Effect.gen(function* () {
  const home = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-guide-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const port = yield* freePort
  const DATABASE_URL = yield* freshDatabase()
  const service = yield* started(["dev"], { DATABASE_URL, PORT: String(port), HOME: home }, home)
  yield* Effect.promise(() => service.said("A first call"))
  const demo = JSON.parse(
    yield* Effect.promise(() => readFile(join(home, ".adwarden", "demo.json"), "utf8"))
  ) as DemoCredentials
  return { home, port, demo, DATABASE_URL }
})

it.scopedLive.each(readdirSync(guides).filter((name) => name.endsWith(".md")))(
  "what %s shows is what happens",
  (name) =>
    Effect.gen(function* () {
      const steps = stepsOf(join(guides, name))
      expect(steps.length).toBeGreaterThan(0)
      const { DATABASE_URL, demo, home, port } = yield* newcomer
      const printed = yield* Effect.promise(() =>
        runSteps(steps, {
          BASE: `http://localhost:${port}/v1`,
          MCP: `http://localhost:${port}/mcp`,
          KEY: demo.keys["northwind"]!.admin!,
          OWNER_KEY: demo.keys["northwind"]!.owner!,
          HELD_KEY: demo.keys["fabrikam"]!.admin!,
          EMAIL: demo.people[0]!.email,
          PASSWORD: demo.people[0]!.password,
          DATABASE_URL,
          HOME: home,
          ADWARDEN: `${process.execPath} ${fileURLToPath(new URL("../src/bin.ts", import.meta.url))}`
        })
      )
      for (const [n, { commands, expected }] of steps.entries()) {
        if (expected === null) continue
        expect(JSON.parse(printed[n]!), commands).toMatchObject(matcher(expected) as object)
      }
    })
)
