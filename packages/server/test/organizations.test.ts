import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Logger, ManagedRuntime } from "effect"
import { closeOrganization } from "../../core/src/access/organizations.ts"
import { AuditSealer } from "../../core/src/audit/sealer.ts"
import { call } from "../../core/test/support/call.ts"
import { coreOn, demoReady } from "../../core/test/support/demo.ts"
import { demoCommands } from "./demo-commands.ts"
import { runInProcessEffect } from "./in-process.ts"

await demoReady()

it.scopedLive("organizations are listed and shown, and their rules apply from the next request on", () =>
  Effect.gen(function* () {
    const { adwarden, adwardenProcess, credentials, url } = yield* demoCommands
    const key = credentials.keys["northwind"]!.admin!
    const core = ManagedRuntime.make(coreOn(url))
    yield* Effect.addFinalizer(() => Effect.promise(() => core.dispose()))
    const orgs = (...args: ReadonlyArray<string>) => adwarden("organizations", ...args)
    const set = (...args: ReadonlyArray<string>) => orgs("set", "--org", "northwind", ...args)
    const update = (budget: number) =>
      Effect.promise(() =>
        core.runPromise(call("campaigns.update", key, { slug: "boiler-repair", budget, dry_run: false }))
      )

    const listed = yield* adwardenProcess("organizations", "list", "--local")
    expect(listed.out).toMatch(/^SLUG +NAME +PLAN +CURRENCY +APPROVALS +PER CALL +MONTHLY CAP +QUEUE\n/)
    expect(listed.out).toMatch(/fabrikam +Fabrikam Plumbing & Heating +growth +EUR +on +25% +12000 +200/)
    const shown = yield* orgs("get", "--local", "--org", "wingtip")
    expect(shown.out).toMatch(/Monthly cap +3000\n/)
    expect(shown.out).toMatch(/Approval queue +at most 200 changes\n/)
    expect(shown.out).toMatch(/Ad account +\d+, linked\. .*connect it again/)
    expect((yield* orgs("get", "--local", "--org", "nowhere")).err).toContain(
      'The organization "nowhere" was not found.'
    )

    // A cap below the committed budgets is set and reported. It rejects raises and allows cuts.
    const lower = yield* set("--max-spend", "3000", "--budget-change-limit", "50")
    expect(lower.code).toBe(0)
    expect(lower.out).toBe(
      "The largest budget change of one call: from 25% to 50%.\nThe monthly cap: from 12000 to 3000.\n"
    )
    expect(lower.err).toMatch(/commit \$[\d,.]+ a month, above the cap of \$3,000\. Nothing is stopped/)
    expect((yield* update(110)).error).toMatchObject({ _tag: "budget_cap_exceeded" })
    expect((yield* update(50)).status).toBe(200)
    expect((yield* set("--max-spend", "none")).out).toBe("The monthly cap: from 3000 to none.\n")
    expect((yield* update(75)).status).toBe(200)

    // Approvals apply at once. Pending changes stay pending when they are turned off.
    expect((yield* set("--approvals", "on")).out).toBe("Approvals: from off to on.\n")
    expect((yield* update(80)).status).toBe(202)
    expect((yield* set("--approval-queue-limit", "1")).out).toBe(
      "The size of the approval queue: from 200 to 1.\n"
    )
    expect((yield* update(79)).error).toMatchObject({ _tag: "approval_queue_full", limit: 1 })
    const off = yield* set("--approvals", "off")
    expect(off.out).toBe("Approvals: from on to off.\n")
    expect(off.err).toMatch(/^1 change still waits for a person\./)
    expect((yield* update(81)).status).toBe(200)
    // A suspension refuses the key until it is lifted.
    expect((yield* orgs("suspend", "--org", "northwind")).out).toMatch(
      /^Suspended all keys and apps of northwind\./
    )
    expect((yield* update(82)).error).toMatchObject({ _tag: "org_access_denied", suspended: true })
    expect((yield* orgs("suspend", "--org", "northwind")).out).toMatch(/^Nothing changed/)
    expect((yield* orgs("lift-suspension", "--org", "northwind")).out).toMatch(/have access again/)
    expect((yield* update(82)).status).toBe(200)

    const again = yield* set("--approvals", "off")
    expect(again.out).toBe("Nothing changed: northwind already has these rules.\n")

    const trail = yield* Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select e.operation, e.surface, e.actor_type, e.status_code from audit_events e
        join organizations o on o.id = e.organization_id
        where o.slug = 'northwind' and e.surface = 'cli' order by e.sequence limit 1`
    ).pipe(Effect.provide(Database.layer(url)))
    expect(trail).toEqual([
      { operation: "organizations.set", surface: "cli", actor_type: "operator", status_code: 200 }
    ])

    // The trail of a deleted organization is exported under its new slug, and proved.
    const [deleted] = yield* Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.zipRight(
        Effect.flatMap(sql<{ id: number }>`select id from organizations where slug = 'northwind'`, ([row]) =>
          sql.withTransaction(closeOrganization(row!.id))
        ),
        sql<{ slug: string }>`select slug from organizations where deleted_at is not null`
      )
    ).pipe(Effect.provide(Database.layer(url)))
    yield* Effect.promise(() => core.runPromise(Effect.flatMap(AuditSealer, ({ sealAll }) => sealAll)))
    const exported = yield* adwarden("audit", "export", "--local", "--org", deleted!.slug)
    expect(exported).toMatchObject({ code: 0, err: "" })
    const directory = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-trail-")))
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(directory, { recursive: true })))
    yield* Effect.promise(() => writeFile(join(directory, "trail"), exported.out))
    const proved = yield* runInProcessEffect(["audit", "verify", join(directory, "trail")], {})
    expect(proved).toMatchObject({ code: 0, err: "" })
    expect(proved.out).toContain("It begins with the first event.")
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
)

it.scopedLive("only owners set rules on behalf of a person, and only rules are accepted", () =>
  Effect.gen(function* () {
    const { adwarden } = yield* demoCommands
    const set = (...args: ReadonlyArray<string>) =>
      adwarden("organizations", "set", "--org", "northwind", ...args)
    const admin = yield* set("--approvals", "on", "--as", "adam@northwind.test")
    expect(admin).toMatchObject({ code: 3, out: "" })
    expect(admin.err).toContain("This needs the role owner")
    expect((yield* set("--approvals", "on", "--as", "carl@contoso.test")).err).toContain("among the members")
    expect((yield* set("--approvals", "on", "--as", "olivia@northwind.test")).code).toBe(0)
    const none = yield* set()
    expect(none).toMatchObject({ code: 2, out: "" })
    expect(none.err).toContain("name at least one to change")
    for (const wrong of [
      ["--max-spend", "1e9"],
      ["--max-spend", "lots"],
      ["--budget-change-limit", "2000"],
      ["--max-spend", "10.001"],
      ["--approvals", "maybe"],
      ["--approval-queue-limit", "0"],
      ["--approval-queue-limit", "2.5"]
    ]) {
      expect([wrong, (yield* set(...wrong)).code]).toEqual([wrong, 2])
    }
  })
)

it.scopedLive(
  "only an operator creates an organization with its first owner, and it starts its own audit trail",
  () =>
    Effect.gen(function* () {
      const { adwarden, url } = yield* demoCommands
      const create = (slug: string, currency = "EUR") =>
        adwarden("organizations", "create", slug, "--name", "Harbour & Sons", "--currency", currency)
      const made = yield* create("harbour")
      expect(made).toMatchObject({ code: 0, out: "Created harbour (Harbour & Sons, EUR).\n" })
      expect(made.err).toContain("adwarden users create EMAIL --name NAME --role owner --org harbour")
      const several = yield* adwarden("users", "list")
      expect(several).toMatchObject({
        code: 2,
        err: expect.stringContaining("name one with --org: contoso, ")
      })
      const chosen = yield* runInProcessEffect(["users", "list"], {
        DATABASE_URL: url,
        ADWARDEN_ORG: "contoso"
      })
      expect(chosen).toMatchObject({ code: 0, out: expect.stringContaining("carl@contoso.test") })
      expect((yield* create("harbour")).err).toContain("another organization's already")
      expect((yield* create("Harbour")).err).toContain("small letters, digits and dashes")
      expect((yield* create("quay", "EURO")).err).toContain("the code of a currency")
      const owner = ["nora@example.test", "--name", "Nora", "--role", "owner"]
      expect(yield* adwarden("users", "create", "--org", "harbour", ...owner)).toMatchObject({ code: 0 })
      const events = yield* Effect.provide(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ operation: string }>`select operation from audit_events e
          join organizations o on o.id = e.organization_id where o.slug = 'harbour' order by e.id`
        ),
        Database.layer(url)
      )
      expect(events.map(({ operation }) => operation)).toEqual(["organizations.create", "people.create"])
    })
)
