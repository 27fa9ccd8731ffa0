import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Database, EmbeddedPostgres, migrate } from "@adwarden/core"
import { Effect } from "effect"
import { compare, type Load } from "./compare.ts"
import { startSubject } from "./subject.ts"
import { fill, type Tenant } from "./world.ts"

/*
 * GET campaigns and tools/call through the whole service, beside the bare way of doing the same work.
 * `pnpm bench` measures; `pnpm bench --quick` only shows that it runs.
 */
const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } })
const plan = values.quick
  ? { connections: 8, seconds: 1, rounds: 1 }
  : { connections: 48, seconds: 8, rounds: 5 }
const size = values.quick
  ? { organizations: 5, campaigns: 20, days: 30 }
  : { organizations: 200, campaigns: 20, days: 90 }

const restLoad = (tenants: ReadonlyArray<Tenant>): Load =>
  tenants.map(({ key, slug }) => ({
    method: "GET",
    path: `/v1/organizations/${slug}/campaigns?limit=20`,
    headers: { authorization: `Bearer ${key}` }
  }))

const toolLoad = (tenants: ReadonlyArray<Tenant>): Load =>
  tenants.map(({ key, slug }) => ({
    method: "POST",
    path: "/mcp",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream"
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "svc_list_campaigns", arguments: { org: slug, limit: 20 } }
    })
  }))

const bench = (databaseUrl: string, tenants: ReadonlyArray<Tenant>) =>
  Effect.acquireUseRelease(
    Effect.promise(() =>
      Promise.all(["bare.ts", "plain-mcp.ts", "service.ts"].map((file) => startSubject(file, databaseUrl)))
    ),
    ([bare, plain, service]) =>
      Effect.promise(async () => {
        const show = async (title: string, against: { url: string }, load: Load) => {
          const result = await compare(
            { bare: { url: against.url, load }, service: { url: service!.url, load } },
            plan
          )
          console.log(`\n${title}`)
          for (const [name, one] of [
            ["bare", result.bare],
            ["service", result.service]
          ] as const) {
            console.log(
              `  ${name.padEnd(8)} ${one.perSecond.toFixed(0).padStart(6)} /s   p50 ${one.p50} ms   p99 ${one.p99} ms`
            )
          }
          const spread = result.ratios.map((ratio) => ratio.toFixed(2)).join(", ")
          console.log(`  ratio    ${result.ratio.toFixed(2)}   (rounds: ${spread})`)
        }
        await show("GET campaigns, beside Hono + pg", bare!, restLoad(tenants))
        await show("tools/call svc_list_campaigns, beside a plain SDK server", plain!, toolLoad(tenants))
      }),
    (subjects) =>
      Effect.sync(() => {
        for (const subject of subjects) subject.stop()
      })
  )

const main = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-bench-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const { url } = yield* EmbeddedPostgres.scoped({ directory, settings: { shared_buffers: "256MB" } })
  console.log(
    `Filling a database: ${size.organizations} organizations × ${size.campaigns} campaigns × ${size.days} days`
  )
  const tenants = yield* Effect.zipRight(migrate, fill(size)).pipe(Effect.provide(Database.layer(url)))
  yield* bench(url, tenants)
})

await Effect.runPromise(Effect.scoped(main))
