import { mkdir, writeFile } from "node:fs/promises"
import type { Profiler } from "node:inspector"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Database, migrate } from "@adwarden/core"
import { EmbeddedPostgres } from "@adwarden/embedded-postgres"
import { Effect } from "effect"
import { temporaryDirectory } from "../database.ts"
import { callTool, type Load, listCampaigns, moveBudgets, type RunLength, runLoad } from "../load.ts"
import { startSubject } from "../subject.ts"
import { fill, sameSize } from "../world.ts"
import { callTree, flameGraph, selfTimeByOwner } from "./flame-graph.ts"

/*
 * `npm run bench profile` draws flame graphs of the whole service under load: for a read, a tool call and a write.
 * It writes an SVG and a .cpuprofile (for Chromium's developer tools) of each to `profiles` or --out, and
 * prints the time per module. `-- --quick` only checks that it works.
 */
const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, out: { type: "string", default: "profiles" } }
})
const connections = values.quick ? 4 : 48
const warmUp: RunLength = values.quick ? { amount: 20 } : { duration: 4 }
const measured: RunLength = values.quick ? { amount: 100 } : { duration: 8 }
const size = { organizations: values.quick ? 4 : 200, campaigns: 20, days: values.quick ? 10 : 90 }

const report = async (name: string, profile: Profiler.Profile, requests: number) => {
  const tree = callTree(profile)
  const each = (micros: number) => `${(micros / requests).toFixed(1).padStart(7)} µs`
  await writeFile(join(values.out, `${name}.cpuprofile`), JSON.stringify(profile))
  await writeFile(join(values.out, `${name}.svg`), flameGraph(tree, `${name}: ${requests} requests`))
  console.log(`\n${name}: ${requests} requests, ${each(tree.total).trim()} each`)
  for (const [owner, micros] of selfTimeByOwner(tree).slice(0, 14)) {
    console.log(`${each(micros)}  ${((micros / tree.total) * 100).toFixed(1).padStart(4)}%  ${owner}`)
  }
}

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const { url } = yield* EmbeddedPostgres.scoped({ directory, settings: { shared_buffers: "256MB" } })
  const tenants = yield* Effect.zipRight(migrate, fill(sameSize(size))).pipe(
    Effect.provide(Database.layer(url, { statementTimeoutMillis: 600_000 }))
  )
  const loads: ReadonlyArray<readonly [name: string, load: Load]> = [
    ["read", listCampaigns(tenants)],
    ["tool-call", callTool(tenants, "2026-07-28")],
    ["write", moveBudgets(tenants, size.campaigns)]
  ]
  const service = yield* Effect.acquireRelease(
    Effect.promise(() => startSubject("service", url)),
    (subject) => Effect.sync(subject.stop)
  )
  yield* Effect.promise(async () => {
    await mkdir(values.out, { recursive: true })
    for (const [name, load] of loads) {
      await runLoad(service.url, load, connections, warmUp)
      await service.startProfile()
      const { requests } = await runLoad(service.url, load, connections, measured)
      await report(name, await service.stopProfile(), requests)
    }
    console.log(`\nThe flame graphs are in ${resolve(values.out)}.`)
  })
})

await Effect.runPromise(Effect.scoped(main))
