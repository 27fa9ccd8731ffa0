import { once } from "node:events"
import { createServer } from "node:net"
import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { runInTerminal } from "../../cli/test/pty.ts"
import { onCitus } from "../../core/test/citus/cluster.ts"
import { blankDatabase, freshDatabase } from "../../core/test/support/postgres.ts"
import { findFreePorts } from "../src/host.ts"
import { bin, freePort, type ProcessResult, runProcess, startProcess } from "./adwarden.ts"
import { runInProcessEffect } from "./in-process.ts"

/** Expects one line on stderr, optionally with the command to try, and nothing on stdout. */
const expectLine = ({ code, err, out }: ProcessResult, line: string | RegExp, exit = 1) => {
  expect({ code, out }).toEqual({ code: exit, out: "" })
  expect(err.trim().replace(/\n {2}Try: adwarden .*$/, "")).not.toContain("\n")
  expect(err).toMatch(line)
}

/** For commands of groups that this file or the test of the group runs as a real process. */
const ranHere = (command: string, env: Readonly<Record<string, string>>) =>
  runInProcessEffect(command.split(" "), env)

const away = "postgres://someone:hunter2@127.0.0.1:1/nowhere"

it.scopedLive("a port that is in use", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const server = createServer().listen(0, "127.0.0.1")
    yield* Effect.promise(() => once(server, "listening"))
    const { port } = server.address() as { readonly port: number }
    const env = { DATABASE_URL: url, PORT: String(port), HOST: "127.0.0.1" }
    const line = `Port ${port} is in use. Stop the other program or choose another port; `
    const served = yield* runProcess(["serve"], env)
    expectLine(served, line)
    expect(served.err).toMatch(/; (\d+) is free: PORT=\1 adwarden serve$/m)
    // A second port is for the emulator.
    const started = yield* ranHere("dev", env)
    expectLine(started, line)
    const [, first, second, named] = /; (\d+) and (\d+) are free: PORT=(\d+) npm start$/m.exec(started.err)!
    expect([Number(second), named]).toEqual([Number(first) + 1, first])
    server.close()
  })
)

it.live("free ports are named in a row, without the one that the emulator has", () =>
  Effect.promise(async () => {
    const first = await findFreePorts(20_000, "127.0.0.1", 4)
    const used = createServer().listen(first, "127.0.0.1")
    await once(used, "listening")
    expect(await findFreePorts(first, "127.0.0.1", 2)).toBeGreaterThan(first)
    expect(await findFreePorts(first, "127.0.0.1", 2, first + 2)).toBeGreaterThan(first + 2)
    used.close()
    const beyond = await findFreePorts(65_536, "127.0.0.1", 2)
    expect([beyond >= 1024, beyond < 65_535]).toEqual([true, true])
  })
)

it.live.each(["serve", "keys list --org northwind", "queued-writes list --local --org northwind"])(
  "an unreachable database: %s",
  (command) =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: away }
      const ended = yield* command === "serve" ? runProcess([command], env) : ranHere(command, env)
      expectLine(ended, "Cannot reach the database at 127.0.0.1:1/nowhere (ECONNREFUSED).", 8)
      expect(ended.err).not.toMatch(/hunter2|someone/)
    })
)

it.scopedLive("a wrong password, a missing database, an old schema", () =>
  Effect.gen(function* () {
    const blank = yield* blankDatabase()
    expectLine(yield* ranHere("serve", { DATABASE_URL: blank }), /lacks \d+ migration.*Run: adwarden migrate/)
    const locked = new URL(blank)
    locked.password = "hunter2"
    const refused = yield* ranHere("serve", { DATABASE_URL: locked.href })
    // Nodes of a cluster let each other in without a password, and so everybody.
    if (!onCitus) expectLine(refused, /Cannot use the database at .*\(28P01\)\. It rejected the login/)
    expect(refused.err).not.toContain("hunter2")
    const missing = new URL(blank)
    missing.pathname = "/adwarden_nowhere"
    expectLine(
      yield* ranHere("serve", { DATABASE_URL: missing.href }),
      /\(3D000\)\. There is no database of that name/
    )
  })
)

it.scopedLive.each(["serve", "worker", "keys list --org northwind"])(
  "a database without the queue's schema: %s",
  (command) =>
    Effect.gen(function* () {
      const DATABASE_URL = yield* freshDatabase()
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`drop schema pgboss cascade`).pipe(
        Effect.provide(Database.layer(DATABASE_URL))
      )
      const env = { DATABASE_URL, PORT: String(yield* freePort) }
      expectLine(yield* ranHere(command, env), /lacks 1 migration.*queue_\d+\. Run: adwarden migrate/)
    })
)

it.scopedLive.each(["serve", "worker", "migrate", "dev", "keys list --org northwind"])(
  "a database of an earlier development version: %s",
  (command) =>
    Effect.gen(function* () {
      const DATABASE_URL = yield* freshDatabase()
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`alter table schema_migrations drop column fingerprint`
      ).pipe(Effect.provide(Database.layer(DATABASE_URL)))
      const { code, err } = yield* ranHere(command, { DATABASE_URL, PORT: String(yield* freePort) })
      expect(code).toBe(1)
      // The steps that dev has completed are printed before.
      const lines = err.split("\n").filter((line) => line !== "" && !line.startsWith("✓ "))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(
        /made by an earlier development version of Adwarden.* Delete \.adwarden\/, or point DATABASE_URL/
      )
    })
)

it.live("invalid settings", () =>
  Effect.gen(function* () {
    expectLine(yield* ranHere("serve", {}), "adwarden serve needs DATABASE_URL")
    const env = {
      PORT: "0x50",
      DATABASE_URL: "mysql://someone:hunter2@db/x",
      LOG_FORMAT: "xml",
      TRUST_PROXY: "maybe"
    }
    const { err } = yield* ranHere("dev", env)
    expect(err).toContain('PORT must be a whole number from 1 to 65535, not "0x50"')
    for (const name of ["DATABASE_URL", "LOG_FORMAT", "TRUST_PROXY"]) expect(err).toContain(`${name} must be`)
    expect(err.trim().split("\n")).toHaveLength(1)
    expect(err).not.toContain("hunter2")
  })
)

it.scopedLive("migrate updates an empty database, and a worker runs on it until it is stopped", () =>
  Effect.gen(function* () {
    const DATABASE_URL = yield* blankDatabase()
    const seen = yield* Effect.promise(() =>
      runInTerminal(bin, ["migrate"], { DATABASE_URL }, { columns: 400 })
    )
    expect(seen.text).toMatch(/█░.*% {2}Applying \d{4}_[a-z_]+/)
    expect(seen.text).toMatch(/Applied to .*0001_organizations.*queue_/)
    expect((yield* ranHere("migrate", { DATABASE_URL })).out).toContain("up to date")
    expectLine(
      yield* ranHere("migrate --distribute", { DATABASE_URL }),
      /was not distributed\. It has no Citus extension.* run "create extension citus".*docs\/operations\/citus\.md/
    )
    const worker = yield* startProcess(["worker"], { DATABASE_URL })
    yield* Effect.promise(() => worker.waitForOutput("audit-retention, audit-seal, campaign-push"))
    worker.signal("SIGTERM")
    expect((yield* Effect.promise(() => worker.ended)).code).toBe(0)
  })
)
