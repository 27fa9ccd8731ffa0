import { createServer, request } from "node:http"
import { Database, storeServiceAddress } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { blankDatabase } from "../../core/test/support/postgres.ts"
import { startMailServer } from "../../core/test/support/smtp.ts"
import { until } from "../../core/test/support/until.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { clockFinding, queueFindings } from "../src/commands/doctor/checks.ts"
import type { Finding } from "../src/commands/doctor/finding.ts"
import { Adwarden, freePort, startServer } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"

const demo = await runOnPlatform()
const everything = platformEnv(demo)

const doctor = async (env: Readonly<Record<string, string>>, run = runInProcess) => {
  const { code, err, out } = await run(["doctor", "--json"], env)
  const findings = JSON.parse(out) as ReadonlyArray<Finding>
  const of = (part: string) =>
    findings.filter((finding) => finding.part === part).map(({ message, status }) => `${status}: ${message}`)
  return { code, err, of, findings }
}

const sql = (statement: string) =>
  demo.run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))))

it("reports what works and what does not, each with what to do", async () => {
  const mail = await startMailServer()
  await sql("update pgboss.version set cron_on = now() - interval '1 hour'")
  const asProcess: typeof runInProcess = (args, env) => new Adwarden(args, env ?? {}).ended
  const before = await doctor({ ...everything, SMTP_URL: mail.url }, asProcess)
  expect(before.of("settings")).toEqual(["ok: all settings are valid"])
  expect(before.of("database")).toEqual([
    expect.stringMatching(/^ok: Postgres \d+\S*( \(.*\))? at .* answers in \d+ ms$/)
  ])
  expect(before.of("schema")).toEqual(["ok: has every migration that this version knows"])
  expect(before.of("queue")[0]).toMatch(/^problem: no worker is alive: the last report was 60 minutes ago/)
  expect(before.of("clock")).toEqual([
    expect.stringMatching(/^ok: .* the database$/),
    expect.stringMatching(/^ok: .* the ad platform$/)
  ])
  expect(before.of("mail")).toContain("ok: the server of SMTP_URL accepts emails")
  // One of the demo's organizations has a revoked login.
  expect(before.of("platform")[0]).toMatch(/^ok: \d+ of \d+ linked ad accounts/)
  expect(
    before.findings.filter(({ part, status }) => part === "platform" && status === "problem")
  ).toMatchObject([
    { message: expect.stringMatching(/^wingtip 5550000004: /), next: "adwarden accounts list --org wingtip" }
  ])
  const listed = await runInProcess(["accounts", "list", "--org", "wingtip"], everything)
  expect(listed.out).toMatch(/5550000004: .*connect/i)
  expect([before.code, JSON.parse(before.err).error.message]).toEqual([1, "2 problems found."])

  const stop = await startWorker(demo, { schedules: true })
  const seen = async () => (await doctor(everything)).of("queue")
  await until("a worker gave a sign of life", async () =>
    (await seen())[0]!.startsWith("ok: a worker is alive")
  )
  await stop()
})

it("continues when a part is down, and reports the others", async () => {
  // Somebody may use the default port of this machine.
  const port = await Effect.runPromise(freePort)
  const away = await doctor({
    ...everything,
    DATABASE_URL: "postgres://a:secret@127.0.0.1:1/b",
    SMTP_URL: "smtp://127.0.0.1:1",
    PORT: String(port)
  })
  expect(away.code).toBe(1)
  expect(away.of("database")).toEqual([
    expect.stringMatching(/^problem: Cannot reach the database at 127.0.0.1:1\/b/)
  ])
  expect(away.of("queue")).toEqual(["not checked: needs the database"])
  expect(away.of("clock")).toEqual([expect.stringMatching(/^ok: .* the ad platform$/)])
  expect(away.of("mail")).toEqual([
    expect.stringMatching(/^problem: the server of SMTP_URL does not accept emails/)
  ])
  expect(away.of("service")).toEqual([
    expect.stringContaining(`warning: nothing responds at http://localhost:${port} (ECONNREFUSED)`)
  ])
  expect(JSON.stringify(away.findings)).not.toContain("secret@")

  const mistyped = await doctor({ ...everything, PORT: "many" })
  expect(mistyped.of("settings")).toEqual([expect.stringContaining("problem: PORT must be a whole number")])
  expect(mistyped.of("schema")).toEqual(["ok: has every migration that this version knows"])

  const otherKey = await doctor({ ...everything, SECRETS_KEY: Buffer.alloc(32, 9).toString("base64") })
  expect(otherKey.of("platform").join()).toContain("does not open with the keys in SECRETS_KEY")
})

it("reports that an empty database needs migrations", () =>
  Effect.gen(function* () {
    const url = yield* blankDatabase()
    const { code, findings, of } = yield* Effect.promise(() => doctor({ DATABASE_URL: url }))
    expect(code).toBe(1)
    expect(of("schema")).toEqual([expect.stringMatching(/^problem: lacks \d+ migrations, the first /)])
    expect(findings.find(({ part }) => part === "schema")!.next).toBe("adwarden migrate")
    expect(findings.filter(({ status }) => status === "problem")).toHaveLength(1)
    expect(of("queue")).toEqual(["not checked: needs every migration"])
    yield* Effect.promise(() => runInProcess(["migrate"], { DATABASE_URL: url }))
    const after = yield* Effect.promise(() => doctor({ DATABASE_URL: url }))
    expect(after.of("schema")).toEqual(["ok: has every migration that this version knows"])
  }).pipe(Effect.scoped, Effect.runPromise))

/** A proxy that passes on the caller's address, as every proxy of the guides does. */
const proxyTo = (port: number, forwards: boolean) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(({ headers, method, url: path }, response) => {
          const added = forwards ? { "x-forwarded-for": "192.0.2.7" } : {}
          request({ port, path, method, headers: { ...headers, ...added } }, (answer) => {
            response.writeHead(answer.statusCode!, answer.headers)
            answer.pipe(response)
          })
            .on("error", () => response.writeHead(404).end("<h1>No such site</h1>"))
            .end()
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`
  )

it("asks the service where serve has stored it, and finds a proxy that hosts do not trust", () =>
  Effect.gen(function* () {
    const serviceOf = (env: Readonly<Record<string, string>> = {}) =>
      Effect.promise(async () => (await doctor({ ...everything, ...env })).findings)
    const served = (address: string) => Effect.provide(storeServiceAddress(address), Database.layer(demo.url))
    const of = (findings: ReadonlyArray<Finding>, name: string) =>
      findings.filter(({ part }) => part === name)

    const silent = `http://127.0.0.1:${yield* freePort}`
    yield* served(silent)
    // A setting of this shell does not say where the service is.
    expect(of(yield* serviceOf({ PORT: "4999" }), "service")).toMatchObject([
      {
        status: "warning",
        message: `nothing responds at ${silent} (ECONNREFUSED)`,
        next: expect.stringMatching(/^start adwarden serve; if it runs, check that /)
      }
    ])
    const empty = yield* proxyTo(yield* freePort, false)
    yield* served(empty)
    expect(of(yield* serviceOf(), "service")).toMatchObject([
      { status: "problem", message: `${empty}/readyz responds with 404, not as a host does` }
    ])

    const { host, port } = yield* startServer(demo.url, { LOG_FORMAT: "json" })
    const proxied = yield* proxyTo(port, true)
    yield* served(proxied)
    expect(of(yield* serviceOf(), "service")).toMatchObject([
      { status: "ok", message: `answers at ${proxied}` },
      {
        status: "warning",
        message: expect.stringMatching(/^Requests arrive with X-Forwarded-For, but TRUST_PROXY is off: /),
        next: "let the proxy set X-Forwarded-For, and start adwarden serve with TRUST_PROXY=on"
      }
    ])
    const ask = () => fetch(`${proxied}/v1/organizations`).then((response) => response.status)
    expect(yield* Effect.promise(async () => [await ask(), await ask()])).toEqual([401, 401])
    yield* Effect.promise(() =>
      host.waitForOutput("If your own proxy sets X-Forwarded-For, set TRUST_PROXY=on.")
    )
    expect(host.out.match(/"level":"warning"/g)).toHaveLength(1)

    const trusting = yield* startServer(demo.url, { TRUST_PROXY: "on", LOG_FORMAT: "json" })
    const trusted = yield* proxyTo(trusting.port, true)
    yield* served(trusted)
    expect(of(yield* serviceOf(), "service")).toMatchObject([
      { status: "ok", message: `answers at ${trusted}` }
    ])
    expect(yield* Effect.promise(() => fetch(`${trusted}/v1/organizations`))).toMatchObject({ status: 401 })
    expect(trusting.host.out).not.toContain("TRUST_PROXY")

    // Links of an address without TLS can be read on their way.
    yield* served("http://ads.example.test")
    expect(of(yield* serviceOf(), "address")).toContainEqual(
      expect.objectContaining({
        status: "warning",
        next: expect.stringContaining("put a proxy with TLS before the hosts")
      })
    )
  }).pipe(Effect.scoped, Effect.runPromise))

it("names emails that could not be sent, and the command that shows why", async () => {
  await runInProcess("users invite --org northwind pia@example.test --role member".split(" "), everything)
  await sql("update emails set failed_at = now(), failure = 'mailbox full'")
  const { findings } = await doctor(everything)
  expect(findings).toContainEqual(
    expect.objectContaining({
      part: "mail",
      message: expect.stringContaining("mailbox full"),
      next: "adwarden mail list"
    })
  )
  expect((await runInProcess(["mail", "list"], everything)).out).toContain("mailbox full")
})

it("counts waiting, stuck and failed jobs", async () => {
  await sql(`insert into pgboss.job (name, data, state, start_after, started_on, expire_seconds)
    select name, '{}', 'active', now() - interval '1 hour', now() - interval '1 hour', 60
    from pgboss.queue where name = 'tasks' or name like '%push%' limit 1`)
  const { of } = await doctor(everything)
  expect(of("queue").join()).toContain("1 job is stuck")
})

describe("the interpretation of figures", () => {
  const calm = { workerSeenSeconds: 10, waiting: 3, oldestWaitingSeconds: 4, stuck: 0, lost: 0 }
  it.each([
    [calm, ["ok"]],
    [{ ...calm, workerSeenSeconds: 121 }, ["problem"]],
    [{ ...calm, workerSeenSeconds: null }, ["problem"]],
    [{ ...calm, oldestWaitingSeconds: 301 }, ["warning"]],
    [{ ...calm, stuck: 1, lost: 2 }, ["ok", "warning", "warning"]]
  ])("%j gives %j", (health, expected) =>
    expect(queueFindings(health).map(({ status }) => status)).toEqual(expected)
  )

  it.each([
    [0.4, "ok", "0.4 s ahead of"],
    [-1.9, "ok", "1.9 s behind"],
    [-2.1, "warning", "2.1 s behind"],
    [61, "problem", "61.0 s ahead of"]
  ])("a clock that is %d seconds ahead is %s", (seconds, status, words) =>
    expect(clockFinding("the database", seconds)).toMatchObject({ status, message: `${words} the database` })
  )
})
