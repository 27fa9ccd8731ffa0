import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoReady } from "../../core/test/support/demo.ts"
import { demoCommands } from "./demo-commands.ts"

await demoReady()

it.scopedLive("teams are created, staffed, assigned organizations, and changed back", () =>
  Effect.gen(function* () {
    const { adwarden, adwardenProcess } = yield* demoCommands
    const teams = (...args: ReadonlyArray<string>) => adwarden("teams", ...args)

    const created = yield* adwardenProcess("teams", "create", "Green Team")
    expect(created.out).toContain("Created the team Green Team")
    const twice = yield* teams("create", "Green Team")
    expect([twice.code, twice.err.includes("is another team's already")]).toEqual([2, true])

    const nobody = yield* teams("add", "Green Team", "gus@adops.test")
    expect([nobody.code === 0, nobody.err.includes("--name")]).toEqual([false, true])
    const added = yield* teams("add", "Green Team", "gus@adops.test", "--name", "Gus Ek")
    expect(added.out).toMatch(/\/reset-password\?token=svc_ml_\w{43}\n$/)
    const known = yield* teams("add", "Green Team", "ada@adops.test")
    expect(known.out).toContain("ada@adops.test belongs to Green Team")
    expect((yield* teams("add", "Red Team", "ada@adops.test")).err).toContain(
      'The team "Red Team" was not found'
    )

    expect((yield* teams("assign", "Green Team", "--org", "northwind")).out).toContain(
      "northwind is assigned to Green Team"
    )
    const listed = JSON.parse((yield* teams("list", "--json")).out)
    expect(listed).toContainEqual({
      name: "Green Team",
      staff: ["ada@adops.test", "gus@adops.test"],
      organizations: ["northwind"]
    })
    const shown = yield* adwarden("organizations", "get", "--local", "-o", "northwind", "-j")
    expect(JSON.parse(shown.out).adops_team).toEqual({ name: "Green Team" })

    expect((yield* teams("remove", "Green Team", "gus@adops.test")).out).toContain("no longer belongs")
    yield* teams("assign", "none", "--org", "northwind")
    const after = JSON.parse((yield* teams("list", "--json")).out)
    expect(after).toContainEqual({ name: "Green Team", staff: ["ada@adops.test"], organizations: [] })
  })
)
