import assert from "node:assert/strict"
import { parseArgs } from "node:util"
import { Database, migrate } from "@adwarden/core"
import { Effect } from "effect"
import { compare, type Pair, type Plan } from "./compare.ts"
import { postgresCpu } from "./cpu.ts"
import { benchDatabase, temporaryDirectory } from "./database.ts"
import { applyEach, callTool, type Load, listCampaigns, moveBudgets } from "./load.ts"
import { allSealed, freezeBetweenBatches, rowsLeftBy } from "./rows.ts"
import { type Subject, startSubject } from "./subject.ts"
import { type CostPlan, compareCosts, startCollector, type Variant } from "./telemetry-cost.ts"
import { type ApplicableRecommendation, fill, recommend, sameSize, type Tenant } from "./world.ts"

/*
 * Compares the whole service with bare servers that do the same work, as ratios. `npm run bench` measures.
 * With `-- --quick` it only checks in seconds that everything runs. `-- --only PATCH` measures the cases with
 * that in their title. `-- --database URL` uses an empty database of another server.
 */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    database: { type: "string" }
  }
})
/** V8 compiles a host's code for half a minute under load; that of a bare server it compiles in seconds. */
const plan: Plan = values.quick
  ? { connections: 4, rounds: 1, warmUp: { amount: 4 }, round: { amount: 8 } }
  : { connections: 48, rounds: 5, warmUp: { duration: 30 }, round: { duration: 8 } }
const costPlan: CostPlan = values.quick
  ? { ...plan, sets: 1 }
  : { ...plan, sets: 4, rounds: 4, warmUp: { amount: 60_000 }, round: { duration: 3 } }
const size = values.quick
  ? { organizations: 4, campaigns: 2, days: 7 }
  : { organizations: 200, campaigns: 20, days: 90 }

/** More organizations with recommendations to apply: enough for a warm-up and for rounds of some seconds. */
const more = { ...size, organizations: size.organizations * 4, days: 0 }

/** What is required relative to the bare server: minimum ratio of requests per second, maximum ratio of p99. */
interface Requirement {
  readonly ratio?: number
  readonly p99?: number
}

const show = async (title: string, pair: Pair, load: Load, required: Requirement, how: Plan = plan) => {
  if (!title.includes(values.only)) return
  const result = await compare(pair, load, how)
  console.log(`\n${title}`)
  for (const name of ["bare", "service"] as const) {
    const { cpu, p50, p99, perSecond, postgresCpu } = result[name]
    const shown = `${perSecond.toFixed(0).padStart(6)} /s   p50 ${p50} ms   p99 ${p99} ms`
    const cpuTimes = `CPU time of each: ${cpu.toFixed(0)} µs, in Postgres ${postgresCpu.toFixed(0)} µs`
    console.log(`  ${name.padEnd(8)} ${shown}   ${cpuTimes}`)
  }
  const rounds = result.ratios.map((ratio) => ratio.toFixed(2)).join(", ")
  const p99 = (result.service.p99 / result.bare.p99).toFixed(2)
  const minimumText = required.ratio === undefined ? "" : `required: ${required.ratio.toFixed(2)} or more; `
  const maximumText = required.p99 === undefined ? "" : `   (required: ${required.p99.toFixed(2)} or less)`
  console.log(`  ratio    ${result.ratio.toFixed(2)}   (${minimumText}rounds: ${rounds})`)
  console.log(`  p99      ${p99} times the bare server's${maximumText}`)
}

/** Compares a read with telemetry on and off. The same service twice shows how far chance reaches. */
const showCosts = async (databaseUrl: string, variants: ReadonlyArray<Variant>, load: Load) => {
  const title = "GET campaigns with telemetry, compared with the same service without"
  if (!title.includes(values.only)) return
  const costs = await compareCosts(databaseUrl, variants, load, costPlan)
  console.log(`\n${title} (target: 1.03 or less)`)
  for (const { cpu, name, ratio, ratios } of costs) {
    const sets = ratios.map((one) => one.toFixed(3)).join(", ")
    console.log(
      `  ${name.padEnd(16)} ${cpu.toFixed(0).padStart(5)} µs   ${ratio.toFixed(3)}   (processes: ${sets})`
    )
  }
}

/**
 * Sets one budget. The first call must go to the service: its host creates the queue, which the bare server
 * also needs.
 */
const setBudget = async (url: string, { key, slug }: Tenant, budget: number) => {
  const response = await fetch(`${url}/v1/organizations/${slug}/campaigns/campaign-1`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ budget, dry_run: false })
  })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`)
}

/** Checks that both servers do the same work: one call writes the same rows and columns. */
const showRows = async (databaseUrl: string, { bare, service }: Pair, tenant: Tenant) => {
  await setBudget(service.url, tenant, 56)
  await setBudget(bare.url, tenant, 55)
  await allSealed(databaseUrl)
  console.log("\nRows written by one PATCH of a budget")
  const showRowsWritten = async (name: string, { url }: Subject, budget: number) => {
    const rows = await rowsLeftBy(databaseUrl, () => setBudget(url, tenant, budget))
    const shown = rows.map((one) => `${one.table} ${one.rows} of ${one.columns.length} values`)
    console.log(`  ${name.padEnd(8)} ${shown.join(", ")}`)
    return rows
  }
  assert.deepEqual(await showRowsWritten("bare", bare, 54), await showRowsWritten("service", service, 53))
}

/** A recommendation can be applied only once, which limits the number of calls. */
const onceEach = (calls: number): Plan => {
  const amount = Math.floor(calls / 2 / (plan.rounds + 1))
  return { ...plan, warmUp: { amount }, round: { amount } }
}

/** The share of requests that the documentation recommends to trace on a busy service. */
const tracedShare = 0.01

/** Exports by number of spans, as under load: a busy machine serves few requests between two timed exports. */
const tracing = (collectorUrl: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
  OTEL_METRICS_EXPORTER: "none",
  OTEL_BSP_SCHEDULE_DELAY: "600000",
  OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
  OTEL_TRACES_SAMPLER_ARG: String(tracedShare)
})

const commonTo = (databaseUrl: string, directory: string) => ({
  settle: () => allSealed(databaseUrl),
  freeze: (subject: Subject) => freezeBetweenBatches(databaseUrl, subject),
  postgresCpu: () => postgresCpu(directory)
})

const bench = (
  databaseUrl: string,
  directory: string,
  tenants: ReadonlyArray<Tenant>,
  recommendations: ReadonlyArray<ApplicableRecommendation>
) =>
  Effect.acquireUseRelease(
    Effect.promise(() =>
      Promise.all(
        ["bare", "plain-mcp-sdk1", "plain-mcp-sdk2", "service"].map((name) => startSubject(name, databaseUrl))
      )
    ),
    (subjects) =>
      Effect.promise(async () => {
        const [bare, plain1, plain2, service] = subjects as [Subject, Subject, Subject, Subject]
        const common = commonTo(databaseUrl, directory)
        const bareAndService = { bare, service, ...common }
        await show("GET campaigns, compared with Hono + pg", bareAndService, listCampaigns(tenants), {
          ratio: 1.1,
          p99: 1.1
        })
        await show(
          "tools/call svc_list_campaigns of 2025-11-25, compared with a plain server of SDK 1",
          { bare: plain1, service, ...common },
          callTool(tenants, "2025-11-25"),
          { ratio: 1.7 }
        )
        await show(
          "tools/call svc_list_campaigns of 2026-07-28, compared with a plain server of SDK 2",
          { bare: plain2, service, ...common },
          callTool(tenants, "2026-07-28"),
          { ratio: 1.7 }
        )
        await showRows(databaseUrl, bareAndService, tenants[0]!)
        await show(
          "PATCH of a budget executed, compared with a bare transaction that writes the same rows",
          bareAndService,
          moveBudgets(tenants, size.campaigns),
          { ratio: 0.8, p99: 1.3 }
        )
        await show(
          "Apply of a budget recommendation, compared with a bare transaction that writes the same rows",
          bareAndService,
          applyEach(recommendations),
          { ratio: 0.85, p99: 1.3 },
          onceEach(recommendations.length)
        )
      }),
    (subjects) =>
      Effect.sync(() => {
        for (const subject of subjects) subject.stop()
      })
  )

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = yield* benchDatabase(directory, values.database, { shared_buffers: "256MB" })
  const { campaigns, days, organizations } = size
  console.log(`Filling a database: ${organizations} organizations × ${campaigns} campaigns × ${days} days`)
  const { recommendations, tenants } = yield* Effect.gen(function* () {
    yield* migrate
    const tenants = yield* fill([...sameSize(size), ...sameSize(more, "more")])
    return { tenants: tenants.slice(0, size.organizations), recommendations: yield* recommend(tenants) }
  }).pipe(Effect.provide(Database.layer(url, { statementTimeoutMillis: 600_000 })))
  const collector = yield* Effect.acquireRelease(
    Effect.promise(() => startCollector()),
    ({ stop }) => Effect.sync(stop)
  )
  yield* Effect.promise(async () => {
    const variants = [
      { name: "without", env: {} },
      // It measures the error of the others, and a quick run measures nothing.
      ...(values.quick ? [] : [{ name: "without, again", env: {} }]),
      { name: "metrics", env: { METRICS: "on" } },
      { name: `traces of ${tracedShare * 100}%`, env: tracing(collector.url) }
    ]
    await showCosts(url, variants, listCampaigns(tenants))
  })
  yield* bench(url, directory, tenants, recommendations)
  if ("GET campaigns with telemetry".includes(values.only))
    console.log(`\nThe collector received ${collector.bytes()} bytes of traces`)
})

await Effect.runPromise(Effect.scoped(main))
