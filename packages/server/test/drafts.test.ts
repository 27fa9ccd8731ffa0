import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoReady } from "../../core/test/support/demo.ts"
import { demoCommands } from "./demo-commands.ts"

await demoReady()

const adam = ["--as", "adam@northwind.test"]

it.scopedLive("owners and admins show and discard drafts, and remove ads", () =>
  Effect.gen(function* () {
    const { adwarden, adwardenProcess } = yield* demoCommands
    const run = (...args: ReadonlyArray<string>) => adwarden(...args, "--org", "northwind")

    const shown = yield* adwardenProcess(..."drafts get spring-offers --org northwind".split(" "))
    expect(shown).toMatchObject({ code: 0, err: "" })
    expect(shown.out).toMatch(/^.+ \(spring-offers\)\nAd \d+, .+ \(enabled\): http:\/\/northwind\.test\//)
    // Texts that the demo's people wrote are not attributed to the service.
    expect(shown.out).toContain("not written by this service")
    const ad = /Ad (\d+),/.exec(shown.out)![1]!

    const member = yield* run("ads", "remove", ad, "--as", "mia@northwind.test", "--execute")
    expect(member).toMatchObject({ code: 3, out: "", err: expect.stringContaining("admin") })
    const preview = yield* run("ads", "remove", ad, ...adam)
    expect(preview).toMatchObject({
      code: 0,
      out: expect.stringContaining("Preview: Removed the ad"),
      err: expect.stringContaining("nothing was changed")
    })
    const remove = ["ads", "remove", ad, ...adam, "--execute"]
    const removed = yield* adwardenProcess(...remove, "--org", "northwind")
    expect(removed).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^To undo it: adwarden actions undo act_/),
      out: expect.stringContaining("of spring-offers.")
    })
    expect(yield* run(...remove)).toMatchObject({
      code: 4,
      err: expect.stringContaining(`The ad ${ad} was not found`)
    })

    const live = yield* run("drafts", "discard", "boiler-repair", ...adam)
    expect(live).toMatchObject({ code: 5, err: expect.stringContaining("was launched") })
    const discarded = yield* run("drafts", "discard", "spring-offers", ...adam, "--execute")
    expect(discarded).toMatchObject({ code: 0, out: "Discarded the draft spring-offers.\n" })
    expect(yield* run("drafts", "get", "spring-offers")).toMatchObject({
      code: 4,
      err: expect.stringContaining("it was discarded")
    })
  })
)
