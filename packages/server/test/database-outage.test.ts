import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { databaseProxy } from "../../core/test/support/database-proxy.ts"
import { coreOn, demoDatabase, demoReady } from "../../core/test/support/demo.ts"
import { until } from "../../core/test/support/until.ts"
import { startServer } from "./adwarden.ts"

/**
 * A database that stops responding under a service with its default limits, observed over HTTP. `npm run check outage` stops
 * it for 40 seconds and asserts the duration of every response. The ordinary tests stop it briefly and assert no
 * durations.
 */
const seconds = Number(process.env["OUTAGE_SECONDS"] ?? "2")
const measured = process.env["OUTAGE_SECONDS"] !== undefined
const [answerMillis, readyMillis] = measured ? [5_000, 1_000] : [Infinity, Infinity]

await demoReady()

interface Answered {
  readonly kind: string
  readonly status: number
  readonly id: string
  readonly millis: number
}

const send = async (kind: string, url: string, init: RequestInit = {}): Promise<Answered> => {
  const began = performance.now()
  const response = await fetch(url, init)
  await response.arrayBuffer()
  const millis = performance.now() - began
  return { kind, status: response.status, id: response.headers.get("x-request-id") ?? "", millis }
}

const json = (key: string) => ({
  authorization: `Bearer ${key}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
})

/** One request of every kind that leaves an audit event. `n` makes each change distinct. */
const requestsTo = (origin: string, owner: string, admin: string) => (n: number) => {
  const campaigns = `${origin}/v1/organizations/_/campaigns`
  const patch = (budget: number, dry_run: boolean) => ({
    method: "PATCH",
    headers: json(admin),
    body: JSON.stringify({ budget, dry_run })
  })
  const tool = { name: "svc_list_campaigns", arguments: {} }
  const message = JSON.stringify({ jsonrpc: "2.0", id: n, method: "tools/call", params: tool })
  return [
    send("read", campaigns, { headers: json(owner) }),
    send("preview", `${campaigns}/boiler-repair`, patch(101, true)),
    send("change", `${campaigns}/boiler-repair`, patch(95 + (n % 10), false)),
    send("tool", `${origin}/mcp`, { method: "POST", headers: json(owner), body: message })
  ]
}

const worst = (responses: ReadonlyArray<Answered>) => {
  const kinds = [...new Set(responses.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const of = responses.filter((one) => one.kind === kind)
    const slowest = Math.round(Math.max(...of.map(({ millis }) => millis)))
    return `${kind}: ${of.length} answers, ${of.filter(({ status }) => status === 503).length} of them 503, slowest ${slowest} ms`
  })
}

it.scopedLive(
  "while the database is silent every request gets a response, and has its audit event afterwards",
  () =>
    Effect.gen(function* () {
      const { credentials, url } = yield* demoDatabase
      const proxy = yield* Effect.promise(() => databaseProxy(url))
      yield* Effect.addFinalizer(() => Effect.promise(() => proxy.close()))
      const { host, port } = yield* startServer(proxy.url, { LOG_FORMAT: "json" })
      const direct = yield* Layer.build(coreOn(url))
      const keys = credentials.keys["northwind"]!
      const origin = `http://127.0.0.1:${port}`
      const requests = requestsTo(origin, keys.owner!, keys.admin!)
      const ready = () => send("readyz", `${origin}/readyz`)

      const [audited, probes] = yield* Effect.promise(async () => {
        const sent: Array<Promise<Answered>> = []
        const probes: Array<Answered> = []
        const ask = () => sent.push(...requests(sent.length))
        await Promise.all(requests(1))
        ask()
        proxy.become("silent")
        for (let second = 0; second < seconds; second++) {
          ask()
          probes.push(await ready())
          await sleep(1_000 - Math.min(1_000, probes.at(-1)!.millis))
        }
        const during = await Promise.all(sent)
        proxy.become("up")
        await until("it is ready again", async () => (await ready()).status === 200)
        return [[...during, ...(await Promise.all(requests(3)))], probes] as const
      })

      for (const line of measured ? worst([...audited, ...probes]) : []) console.log(line)
      for (const { kind, millis, status } of audited) {
        expect([kind, status]).toEqual([kind, expect.toSatisfy((one) => one === 200 || one === 503)])
        expect(millis).toBeLessThan(answerMillis)
      }
      for (const { millis } of probes) expect(millis).toBeLessThan(readyMillis)
      expect(probes.at(-1)!.status).toBe(503)
      expect(audited.slice(-4).map(({ status }) => status)).toEqual([200, 200, 200, 200])

      // Until the database was back, only the log had what it could not store.
      const logged = host.out.split("\n").filter((line) => line.includes('"audit":"delayed"'))
      const delayed = logged.map((line) => (JSON.parse(line) as { readonly request_id: string }).request_id)
      const refused = audited.filter(({ status }) => status === 503).map(({ id }) => id)
      expect(delayed).toEqual(expect.arrayContaining(refused))

      const ids = audited.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const events = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: string; n: number }>`
          select request_id as id, count(*)::int as n from audit_sealed where request_id = any(${ids})
          group by request_id`
      ).pipe(Effect.provide(direct))
      yield* Effect.promise(() =>
        until("every request has its sealed audit event", async () => {
          return (await Effect.runPromise(events)).length === ids.length
        })
      )
      // A change with an unknown outcome has a second event: its settlement.
      const changes = new Set(audited.filter(({ kind }) => kind === "change").map(({ id }) => id))
      for (const { id, n } of yield* events) expect(n).toBeLessThanOrEqual(changes.has(id) ? 2 : 1)
    }),
  { timeout: 300_000 + seconds * 1_000 }
)
