import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Database, EmbeddedPostgres, migrate } from "@adwarden/core"
import { Effect } from "effect"
import { compare, type Load, type Plan } from "./compare.ts"
import { callTool, listCampaigns, moveBudgets } from "./loads.ts"
import { type Subject, startSubject } from "./subject.ts"
import { alike, fill, type Tenant } from "./world.ts"

/*
 * The whole service beside the bare way of doing the same work, as ratios. `npm run bench` measures;
 * with `-- --quick` it only shows that everything runs, in seconds; `-- --only PATCH` measures what has that in its title.
 */
const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string", default: "" } }
})
const plan: Plan = values.quick
  ? { connections: 8, seconds: 1, rounds: 1, warmUpSeconds: 1 }
  : { connections: 48, seconds: 8, rounds: 5, warmUpSeconds: 3 }
const size = values.quick
  ? { organizations: 10, campaigns: 20, days: 30 }
  : { organizations: 200, campaigns: 20, days: 90 }

/** What is asked of the service beside the bare way: requests a second at least, p99 at most so many times. */
interface Target {
  readonly ratio: number
  readonly p99?: number
}

const show = async (title: string, bare: Subject, service: Subject, load: Load, target: Target) => {
  if (!title.includes(values.only)) return
  const result = await compare(bare, service, load, plan)
  console.log(`\n${title}`)
  for (const name of ["bare", "service"] as const) {
    const { cpu, p50, p99, perSecond } = result[name]
    const shown = `${perSecond.toFixed(0).padStart(6)} /s   p50 ${p50} ms   p99 ${p99} ms`
    console.log(`  ${name.padEnd(8)} ${shown}   ${cpu.toFixed(0)} µs of processor time each`)
  }
  const rounds = result.ratios.map((ratio) => ratio.toFixed(2)).join(", ")
  const p99 = (result.service.p99 / result.bare.p99).toFixed(2)
  console.log(
    `  ratio    ${result.ratio.toFixed(2)}   (wanted: ${target.ratio.toFixed(2)} or more; rounds: ${rounds})`
  )
  const wanted = target.p99 === undefined ? "" : `   (wanted: ${target.p99.toFixed(2)} or less)`
  console.log(`  p99      ${p99} times the bare one's${wanted}`)
}

/** A host makes its queue in the background; the bare side needs it from its first row on. */
const openQueue = async (service: string, { key, slug }: Tenant) => {
  const answer = await fetch(`${service}/v1/organizations/${slug}/campaigns/campaign-1`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ budget: 56, dry_run: false })
  })
  if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${await answer.text()}`)
}

const bench = (databaseUrl: string, tenants: ReadonlyArray<Tenant>) =>
  Effect.acquireUseRelease(
    Effect.promise(() =>
      Promise.all(["bare.ts", "plain-mcp.ts", "service.ts"].map((file) => startSubject(file, databaseUrl)))
    ),
    (subjects) =>
      Effect.promise(async () => {
        const [bare, plain, service] = subjects as [Subject, Subject, Subject]
        await show("GET campaigns, beside Hono + pg", bare, service, listCampaigns(tenants), { ratio: 1 })
        await show(
          "tools/call svc_list_campaigns, beside a plain SDK server",
          plain,
          service,
          callTool(tenants),
          { ratio: 1.4 }
        )
        await openQueue(service.url, tenants[0]!)
        await show(
          "PATCH of a budget executed, beside a bare transaction that writes the same rows",
          bare,
          service,
          moveBudgets(tenants, size.campaigns),
          { ratio: 0.7, p99: 2 }
        )
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
  const { campaigns, days, organizations } = size
  console.log(`Filling a database: ${organizations} organizations × ${campaigns} campaigns × ${days} days`)
  const tenants = yield* Effect.zipRight(migrate, fill(alike(size))).pipe(
    Effect.provide(Database.layer(url, { statementTimeoutMillis: 600_000 }))
  )
  yield* bench(url, tenants)
})

await Effect.runPromise(Effect.scoped(main))
