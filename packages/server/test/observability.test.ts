import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { metricTable } from "@adwarden/core"
import { Clock, Effect, Exit, Scope, Tracer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { until } from "../../core/test/support/until.ts"
import { environmentOf } from "../src/settings/environment.ts"
import { telemetryLayer } from "../src/telemetry/telemetry.ts"
import { freePort, startProcess, startServer } from "./adwarden.ts"
import type { ReceivedSpan } from "./otlp-protobuf.ts"
import { platformEnv } from "./platform-env.ts"
import { collector, recordingProxy } from "./telemetry.ts"

/* One host and one worker with metrics and traces on, for all tests. */

const demo = await runOnPlatform()
const key = demo.keys["northwind"]!.owner!
const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const starting = Effect.gen(function* () {
  // An account that is late, and a task that nobody runs: their gauges name them.
  yield* Effect.promise(() =>
    demo.query(`with late as (update ad_accounts set last_synced_at = now() - interval '1 day' returning 1)
      insert into tasks (organization_id, type) select min(id), 'waiting' from organizations`)
  )
  const proxy = yield* recordingProxy(demo.emulator.url)
  const received = yield* collector
  const [hostMetrics, workerMetrics] = [yield* freePort, yield* freePort]
  const env = {
    ...platformEnv(demo),
    GOOGLE_ADS_URL: proxy.url,
    LOG_FORMAT: "json",
    OTEL_EXPORTER_OTLP_ENDPOINT: received.url,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_METRIC_EXPORT_INTERVAL: "100"
  }
  // The worker uses the default, protobuf.
  const { host, port } = yield* startServer(demo.url, {
    ...env,
    METRICS_PORT: String(hostMetrics),
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
  })
  const worker = yield* startProcess(["worker"], { ...env, METRICS_PORT: String(workerMetrics) })
  yield* Effect.promise(() => worker.waitForOutput("Working on"))
  return { proxy, received, host, worker, port, hostMetrics, workerMetrics }
})

type Started = Effect.Effect.Success<typeof starting>
let started: Started
beforeAll(async () => {
  started = await Effect.runPromise(Scope.extend(starting, scope))
})

it("hosts and workers log lines of one format, those of requests too", async () => {
  await fetch(`http://127.0.0.1:${started.port}/v1/organizations`)
  await until("the request's line", () => started.host.out.includes('"message":"request"'))
  for (const { out } of [started.host, started.worker]) {
    const lines = out.split("\n").filter((line) => line.endsWith("}"))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        level: expect.stringMatching(/^(trace|debug|info|warning|error)$/),
        message: expect.any(String)
      })
    }
  }
})

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${started.port}/v1/organizations/northwind/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, id: response.headers.get("x-request-id")!, text: await response.text() }
}

const scrape = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
const attributeOf = (span: ReceivedSpan, name: string) =>
  span.attributes.find((attribute) => attribute.key === name)?.value["stringValue"]
const spansOf = (id: string) =>
  started.received.spans.filter((span) => attributeOf(span, "adwarden.request_id") === id)
const childrenOf = (parent: ReceivedSpan) =>
  started.received.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
const within = (parent: ReceivedSpan): ReadonlyArray<ReceivedSpan> =>
  childrenOf(parent).flatMap((child) => [child, ...within(child)])
const namesIn = (parent: ReceivedSpan) => within(parent).map(({ name }) => name)

describe("traces", () => {
  it("continues the client's trace from the request through the pipeline to SQL", async () => {
    const { id, status } = await call("GET", "campaigns?limit=1")
    expect(status).toBe(200)
    await until("the request's span", () => spansOf(id).length > 0)
    const [request] = spansOf(id)
    expect(request).toMatchObject({ name: "campaigns.list", traceId, parentSpanId: "00f067aa0ba902b7" })
    expect(childrenOf(request!).map(({ name }) => name)).toEqual([
      "authenticate",
      "authorize",
      "handle",
      "audit"
    ])
    expect(
      namesIn(request!).filter((name) => name.startsWith("SELECT") || name.startsWith("WITH"))
    ).not.toEqual([])
  })

  it("follows one request id from the client's error to log, trace and platform call", async () => {
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1 })
    const before = started.proxy.calls.length
    const { id, status, text } = await call("POST", "campaigns/boiler-repair/negative-keywords", {
      keywords: ["free manual"],
      match_type: "phrase",
      dry_run: false
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.parse(text)).toMatchObject({ error: { code: "validation_error" } })
    const lines = () =>
      started.host.out
        .split("\n")
        .filter((line) => line.includes(id) && line.endsWith("}"))
        .map((line) => JSON.parse(line) as { readonly message: unknown })
    await until("its line in the log", () => lines().some(({ message }) => message === "request"))
    expect(lines().map(({ message }) => message)).toContain("Google Ads rejected a request")
    await until("the request's span", () => spansOf(id).length > 0)
    const platformSpan = within(spansOf(id)[0]!).find(({ name }) => name === "Google Ads googleAds:mutate")
    expect(attributeOf(platformSpan!, "adwarden.platform.request_id")).toBeTruthy()
    const forwarded = started.proxy.calls.slice(before).map(({ headers }) => headers["traceparent"])
    expect(forwarded).toContain(`00-${traceId}-${platformSpan!.spanId}-01`)
  })

  it("continues in the worker's job, with the request's id", async () => {
    const { id, status } = await call("PUT", "campaigns/boiler-repair/state", {
      state: "paused",
      dry_run: false
    })
    expect(status).toBe(200)
    await until("the job's span", () => spansOf(id).some(({ name }) => name.startsWith("job ")))
    const job = spansOf(id).find(({ name }) => name.startsWith("job "))!
    expect(job.traceId).toBe(traceId)
    expect(namesIn(job).some((name) => name.startsWith("Google Ads "))).toBe(true)
    expect([...started.received.types].toSorted()).toEqual(["application/json", "application/x-protobuf"])
  })

  it("exports names alone: no SQL text, message, header or log line", () => {
    const keys = new Set(started.received.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect(
      [...keys].filter(
        (name) => !/^(adwarden|http\.re|error\.type|db\.system|span\.label|status\.)/.test(name)
      )
    ).toEqual([])
    const text = JSON.stringify(started.received.spans)
    for (const secret of [key, "free manual", "$1", "Bearer"]) expect(text).not.toContain(secret)
  })
})

describe("samplers", () => {
  /** The ids of traces: below half of the range, and above. */
  const [low, high] = ["4bf92f3577b34da6a3c0000000000001", "4bf92f3577b34da6a3cfffffffffffff"]
  const parents = { low, high }
  const spanId = "00f067aa0ba902b7"

  /** A clock on which the time limit of the last export never ends, however busy the machine is. */
  const withoutLimits = Object.assign(Clock.make(), { sleep: () => Effect.never })

  /** Exports three traces with a child each: that of a job, and two of clients; returns those that arrived. */
  const exported = (sampler: string, sampled: boolean) =>
    Effect.gen(function* () {
      const received = yield* collector
      const env = yield* environmentOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: received.url,
        OTEL_METRICS_EXPORTER: "none",
        OTEL_TRACES_SAMPLER: sampler,
        OTEL_TRACES_SAMPLER_ARG: "0.5"
      })
      const inner = Effect.withSpan(Effect.void, "inner")
      const traces = [
        Effect.withSpan(inner, "new", { kind: "consumer" }),
        // Work outside of requests and jobs starts no trace.
        inner,
        ...Object.entries(parents).map(([name, traceId]) =>
          Effect.withSpan(inner, name, { parent: Tracer.externalSpan({ traceId, spanId, sampled }) })
        )
      ]
      // What is left is exported when the layer closes.
      yield* Effect.all(traces).pipe(Effect.provide(telemetryLayer(env)))
      const names = received.spans.map(({ name }) => name)
      const outer = names.filter((name) => name !== "inner")
      // A span inside the service follows its parent.
      expect(names.length).toBe(2 * outer.length)
      return outer.toSorted()
    }).pipe(Effect.scoped, Effect.withClock(withoutLimits), Effect.runPromise)

  it.each([
    ["always_on", false, ["high", "low", "new"]],
    ["always_off", true, []],
    ["parentbased_always_on", true, ["high", "low", "new"]],
    ["parentbased_always_on", false, ["new"]],
    ["parentbased_always_off", true, ["high", "low"]],
    ["parentbased_always_off", false, []]
  ])("%s with a client whose choice is %s", async (sampler, sampled, names) => {
    expect(await exported(sampler, sampled)).toEqual(names)
  })

  it("traceidratio takes the share by the trace id, and with parentbased the client's choice", async () => {
    const clients = (names: ReadonlyArray<string>) => names.filter((name) => name !== "new")
    expect(clients(await exported("traceidratio", true))).toEqual(["low"])
    expect(clients(await exported("traceidratio", false))).toEqual(["low"])
    expect(clients(await exported("parentbased_traceidratio", true))).toEqual(["high", "low"])
    expect(clients(await exported("parentbased_traceidratio", false))).toEqual([])
  })
})

/** The names in a PromQL expression, without labels and functions. */
const metricsIn = (expression: string): ReadonlyArray<string> =>
  expression.match(/\b(?:adwarden|process)_[a-z_]+\b(?!\s*\()/g) ?? []

const readRepository = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8")

const rulesPath = "deploy/observability/alerts.yml"
const readRules = async () => {
  const { groups } = parse(await readRepository(rulesPath)) as {
    groups: ReadonlyArray<{
      rules: ReadonlyArray<{ alert: string; expr: string; annotations: { runbook_url: string } }>
    }>
  }
  return groups.flatMap(({ rules }) => rules)
}

describe("metrics", () => {
  it("are on the operator's port of host and worker, and never on the public one", async () => {
    const open = await fetch(`http://127.0.0.1:${started.port}/metrics`)
    expect(open.status).toBe(404)
    expect(await open.text()).not.toContain("adwarden_requests_total")
    expect((await fetch(`http://127.0.0.1:${started.hostMetrics}/v1/organizations`)).status).toBe(404)
    expect(await scrape(started.hostMetrics)).toContain(
      'adwarden_requests_total{surface="rest",operation="campaigns.list",outcome="ok"} '
    )
    await until("a counted job", async () =>
      (await scrape(started.workerMetrics)).includes("adwarden_jobs_total")
    )
  })

  it("include every metric of the table, and every one that dashboard and alerts name", async () => {
    await until("a task's end", async () =>
      (await scrape(started.workerMetrics)).includes("adwarden_tasks_ended_total")
    )
    // A worker stores the time of its schedules' clock, and gauges are read again after some seconds.
    let scraped = ""
    await until("the time of the worker's clock", async () => {
      scraped = `${await scrape(started.hostMetrics)}${await scrape(started.workerMetrics)}`
      return scraped.includes("adwarden_worker_seen_seconds ")
    })
    const samples = new Set(scraped.match(/^[a-z_]+(?=[{ ])/gm))
    const expressions = [
      ...(await readRules()).map(({ expr }) => expr),
      ...((await readRepository("deploy/observability/grafana-dashboard.json")).match(/"expr": "(.*)"/g) ??
        [])
    ]
    const named = new Set(expressions.flatMap(metricsIn))
    expect(named.size).toBeGreaterThan(25)
    const suffixes = (name: string) => [name, `${name}_count`]
    const missing = [
      ...[...named].filter((name) => !samples.has(name)),
      ...Object.keys(metricTable).filter((name) => !suffixes(name).some((one) => samples.has(one)))
    ]
    expect(missing).toEqual([])
    expect(scraped).toMatch(/^adwarden_tasks_open\{kind="waiting",status="queued"\} 1$/m)
    expect(scraped).toMatch(/^adwarden_sync_lag_seconds\{percentile="100"\} 86\d{3}/m)
    expect(started.received.metrics.some((text) => text.includes("adwarden_requests_total"))).toBe(true)
  })

  it("are described on the page of operations, and so is each alert", async () => {
    const page = await readRepository("docs/operations/observability.md")
    for (const [name, { help, labels }] of Object.entries(metricTable)) {
      const shown = labels.map((label) => `\`${label}\``).join(", ")
      expect(page).toContain(`| \`${name}\` | ${shown} | ${help} |`)
    }
    const rules = await readRules()
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, annotations } of rules) {
      expect(
        annotations.runbook_url.endsWith(`/docs/operations/observability.md#${alert.toLowerCase()}`)
      ).toBe(true)
      expect(page).toMatch(new RegExp(`^### ${alert}$`, "m"))
    }
  })

  it("and alerts are valid for promtool, where it is installed", async () => {
    const run = promisify(execFile)
    const installed = await run("promtool", ["--version"]).then(
      () => true,
      () => false
    )
    if (!installed) return
    await run("promtool", ["check", "rules", new URL(`../../../${rulesPath}`, import.meta.url).pathname])
    const configuration = new URL("../../../deploy/observability/prometheus.yml", import.meta.url).pathname
    await run("promtool", ["check", "config", configuration])
    const check = run("promtool", ["check", "metrics"])
    check.child.stdin!.end(await scrape(started.hostMetrics))
    await check
  })
})
