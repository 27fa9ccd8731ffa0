import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { demoDatabase, demoReady } from "../../core/test/support/demo.ts"
import { freePort, startProcess, startServer } from "./adwarden.ts"

await demoReady()

const get = (port: number, path: string, key?: string) =>
  Effect.tryPromise(() =>
    fetch(
      `http://127.0.0.1:${port}${path}`,
      key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }
    )
  )

/** Locks the campaigns against reading until the scope closes. */
const campaignsLocked = (url: string) =>
  Effect.gen(function* () {
    const locked = yield* Deferred.make<void>()
    const lock = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.zipRight(
          sql`lock table campaigns in access exclusive mode`,
          Effect.zipRight(Deferred.succeed(locked, undefined), Effect.never)
        )
      )
    )
    const patient = { idleInTransactionMillis: 250_000, maxConnections: 2 }
    const database = yield* Layer.build(Database.layer(url, patient))
    const fiber = yield* Effect.fork(Effect.provide(lock, database))
    yield* Deferred.await(locked)
    const waiting = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and l.relation = 'campaigns'::regclass and d.datname = current_database()`
    )
    return {
      unlock: Fiber.interrupt(fiber),
      /** Completes when a request waits to read them. */
      wanted: Effect.repeat(Effect.provide(waiting, database), { until: (rows) => rows.length > 0 })
    }
  })

const serving = Effect.gen(function* () {
  const { credentials, url } = yield* demoDatabase
  // A locked request waits until the test releases it.
  const { host, port } = yield* startServer(url, { LOCK_TIMEOUT_SECONDS: "60" })
  return { host, port, url, key: credentials.keys["northwind"]!.owner! }
})

it.scopedLive(
  "serve responds on all surfaces, logs a line a request, and finishes requests in progress when it is stopped",
  () =>
    Effect.gen(function* () {
      const { host, key, port, url } = yield* serving
      expect((yield* get(port, "/readyz")).status).toBe(200)
      expect((yield* get(port, "/v1/organizations", key)).status).toBe(200)
      expect((yield* get(port, "/v1/organizations")).status).toBe(401)
      expect((yield* get(port, "/sign-in")).status).toBe(200)
      const elsewhere = yield* get(port, "/no/such/page")
      expect(elsewhere.status).toBe(404)
      expect(elsewhere.headers.get("x-request-id")).toMatch(/^req_/)
      const mcp = yield* Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST" }))
      expect(mcp.status).toBe(401)

      const { unlock, wanted } = yield* campaignsLocked(url)
      const slow = yield* Effect.fork(get(port, "/v1/organizations/_/campaigns", key))
      yield* wanted
      host.signal("SIGTERM")
      yield* Effect.promise(() => host.waitForOutput("Stopping"))
      // It accepts no more requests, although one is in progress.
      yield* Effect.repeat(Effect.exit(get(port, "/healthz")), { until: Exit.isFailure })
      yield* unlock
      const response = yield* Fiber.join(slow)
      expect(response.status).toBe(200)
      expect(((yield* Effect.promise(() => response.json())) as { total: number }).total).toBe(12)

      const { code, out } = yield* Effect.promise(() => host.ended)
      expect(code).toBe(0)
      const lines = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      const requests = lines.filter(({ message }) => message === "request")
      expect(requests.map(({ status }) => status)).toEqual([200, 401, 200, 404, 401, 200])
      expect(out).not.toContain(key)
    })
)

it.scopedLive("a second signal ends it at once", () =>
  Effect.gen(function* () {
    const { host, key, port, url } = yield* serving
    const { unlock, wanted } = yield* campaignsLocked(url)
    const slow = yield* Effect.fork(Effect.exit(get(port, "/v1/organizations/_/campaigns", key)))
    yield* wanted
    host.signal("SIGTERM")
    yield* Effect.promise(() => host.waitForOutput("Stopping"))
    host.signal("SIGTERM")
    const { code } = yield* Effect.promise(() => host.ended)
    expect(code).toBe(143)
    expect((yield* Fiber.join(slow))._tag).toBe("Failure")
    yield* unlock
  })
)

it.scopedLive("a host serves only the selected surfaces, and always its health checks", () =>
  Effect.gen(function* () {
    const { credentials, url } = yield* demoDatabase
    const port = yield* freePort
    const host = yield* startProcess(["serve", "--no-rest"], {
      DATABASE_URL: url,
      PORT: String(port),
      LOG_LEVEL: "info"
    })
    yield* Effect.promise(() => host.waitForOutput("Serving MCP"))
    expect((yield* get(port, "/v1/organizations", credentials.keys["northwind"]!.owner)).status).toBe(404)
    expect((yield* get(port, "/readyz")).status).toBe(200)
    expect((yield* get(port, "/.well-known/oauth-protected-resource/mcp")).status).toBe(200)
    host.signal("SIGINT")
    expect((yield* Effect.promise(() => host.ended)).code).toBe(0)
  })
)
