import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoReady } from "../../core/test/support/demo.ts"
import { demoCommands } from "./demo-commands.ts"

await demoReady()

it.scopedLive("people are created, invited, listed, given roles and removed, and all of it is audited", () =>
  Effect.gen(function* () {
    const { adwarden, adwardenProcess, url } = yield* demoCommands
    const users = (command: string, ...args: ReadonlyArray<string>) =>
      adwarden("users", command, "--org", "northwind", ...args)
    const nora = ["nora@example.test"]

    const create = ["users", "create", "--org", "northwind", ...nora, "--name", "Nora Quist"]
    const made = yield* adwardenProcess(...create, "--role", "owner")
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^http:\/\/localhost:4280\/reset-password\?token=svc_ml_\w{43}\n$/)
    expect(made.err).toContain("nora@example.test is now owner of northwind")
    const again = yield* users("create", ...nora, "--name", "Nora", "--role", "owner")
    expect([again.code, again.out]).toEqual([2, ""])
    expect(again.err).toContain("is known already")

    const factor = yield* adwarden("users", "reset-second-factor", ...nora)
    expect([factor.code, factor.out]).toEqual([
      0,
      "nora@example.test had no second factor. They were signed out.\n"
    ])

    const byMember = yield* users(
      "invite",
      "x@example.test",
      "--role",
      "member",
      "--as",
      "mia@northwind.test"
    )
    expect([byMember.code, byMember.err.includes("role owner")]).toEqual([3, true])
    const invited = yield* users(
      "invite",
      "pia@example.test",
      "--role",
      "admin",
      "--as",
      "olivia@northwind.test"
    )
    expect(invited.out).toContain("Invited pia@example.test to northwind as admin")
    const mail = /mail get (\d+)/.exec(invited.out)![1]!
    expect((yield* adwardenProcess("mail", "list")).out).toMatch(
      new RegExp(`${mail} .* waiting +pia@example.test +invitation`)
    )
    const shown = (yield* adwarden("mail", "get", mail)).out
    expect(shown).toContain("To: pia@example.test")
    expect(shown).toContain("Olivia Marsh invited you")
    expect(shown).toMatch(/\/invitation\?token=svc_ml_\w{43}/)
    expect((yield* adwarden("mail", "get", "999")).err).toContain("The mail 999 was not found")

    const listed = (yield* users("list")).out
    expect(listed).toMatch(/nora@example.test +owner +no password yet +Nora Quist/)
    expect(listed).toMatch(/pia@example.test +admin +invited until \d{4}-\d\d-\d\d/)

    expect((yield* users("set-role", ...nora, "admin")).out).toContain("is now admin of northwind")
    const last = yield* users("set-role", "olivia@northwind.test", "member")
    expect([last.code, last.err.includes("without an owner")]).toEqual([2, true])
    expect((yield* users("remove", ...nora)).out).toContain("Removed nora@example.test from northwind")
    expect((yield* users("remove", ...nora)).err).toContain("among the members")
    expect((yield* adwarden("users", "remove", ...nora)).err).toContain("--everywhere")
    const reset = yield* adwarden("users", "reset-password", ...nora)
    expect(reset.out).toMatch(/token=svc_ml_\w{43}\n$/)
    expect((yield* adwarden("users", "remove", "--everywhere", ...nora)).code).toBe(0)
    expect((yield* adwarden("users", "reset-password", ...nora)).err).toContain("was not found")

    const events = yield* Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{
        operation: string
        actor_type: string
        user_email: string | null
        error_code: string | null
      }>`
        select operation, actor_type, user_email, error_code from audit_events
        where operation like 'people.%' and surface = 'cli' order by at`
    ).pipe(Effect.provide(Database.layer(url)))
    expect(events.map(({ error_code, operation }) => [operation, error_code])).toEqual([
      ["people.create", null],
      ["people.create", "validation_error"],
      ["people.reset_second_factor", null],
      ["people.invite", "role_denied"],
      ["people.invite", null],
      ["people.list", null],
      ["people.role", null],
      ["people.role", "validation_error"],
      ["people.remove", null],
      ["people.remove", "not_found"],
      ["people.reset_password_link", null],
      ["people.remove_everywhere", null],
      ["people.reset_password_link", "not_found"]
    ])
    expect(events[4]).toMatchObject({ actor_type: "user", user_email: "olivia@northwind.test" })
    expect(events[0]).toMatchObject({ actor_type: "operator", user_email: null })
  })
)
