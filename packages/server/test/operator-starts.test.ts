import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadedBy } from "../../cli/test/loaded.ts"
import { freshDatabase } from "../../core/test/support/postgres.ts"
import { administrationGroups } from "../src/commands/administration.ts"
import { campaignGroups } from "../src/commands/campaigns.ts"
import { findCommand } from "../src/commands/groups.ts"
import { operatorCommands } from "../src/commands/index.ts"
import { bundleOf } from "../src/programs/index.ts"
import { runInProcessEffect } from "./in-process.ts"

const bin = new URL("../src/bin.ts", import.meta.url)

const rows = (url: string, text: string) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ name: string }>(text)),
    Database.layer(url)
  )

it.scopedLive("a command without jobs starts no queue and writes nothing to it", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const run = (args: ReadonlyArray<string>) => runInProcessEffect(args, { DATABASE_URL: url })
    const queues = rows(url, "select name from pgboss.queue")
    for (const args of [
      ["organizations", "list", "--local"],
      ["mail", "list"],
      ["organizations", "create", "harbour", "--name", "Harbour", "--currency", "EUR"]
    ]) {
      expect(yield* run(args)).toMatchObject({ code: 0 })
    }
    expect(yield* queues).toEqual([])
    // A command that sends a job creates what it needs: an invitation sends an email.
    const nora = "nora@example.test"
    yield* run(["users", "create", "--org", "harbour", nora, "--name", "Nora", "--role", "owner"])
    const invite = ["users", "invite", "--org", "harbour", "pia@example.test", "--role", "admin"]
    expect(yield* run([...invite, "--as", nora])).toMatchObject({ code: 0 })
    expect((yield* queues).map(({ name }) => name)).toContain("mail")
  })
)

it("server commands load no surface, no emulator and no web server", async () => {
  const loaded = await loadedBy(bin, ["keys", "list", "--org", "northwind"], {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing"
  })
  const foreign =
    /\/packages\/(emulator|rest|mcp|web|http-host|demo|client)\/|\/node_modules\/(hono|@hono|oauth4webapi|nodemailer)\//
  expect(loaded.filter((url) => foreign.test(url))).toEqual([])
})

it("session commands load neither Effect nor the service", async () => {
  for (const args of [["whoami"], ["profiles", "list"], ["logout"]]) {
    const loaded = await loadedBy(bin, args, { XDG_CONFIG_HOME: "/nonexistent/adwarden" })
    const heavy =
      /\/packages\/(core|server\/src\/(?!bin\.ts)|emulator|rest|mcp|web|http-host)|\/node_modules\/(effect|@effect|oauth4webapi)\//
    expect(loaded.filter((url) => heavy.test(url))).toEqual([])
    expect(loaded.length).toBeGreaterThan(5)
  }
})

it("the bundle of each command has it, and those that run for long have none", async () => {
  const groups = { administration: administrationGroups, campaigns: campaignGroups }
  const commands = await operatorCommands()
  const unbundled = commands.filter(({ words }) => bundleOf(words) === null)
  expect(unbundled.map(({ words }) => words.join(" "))).toEqual(["dev", "serve", "worker"])
  for (const { words } of commands) {
    const bundle = bundleOf(words)
    if (bundle !== null) expect((await findCommand(groups[bundle], words))?.words).toEqual(words)
  }
})
