import { expect, it } from "@effect/vitest"
import { Effect, Logger, ManagedRuntime } from "effect"
import { call } from "../../core/test/support/call.ts"
import { coreOn, demoReady } from "../../core/test/support/demo.ts"
import { demoCommands } from "./demo-commands.ts"

await demoReady()

it.scopedLive("lists, approves and rejects pending changes for owners and admins", () =>
  Effect.gen(function* () {
    const { adwarden, adwardenProcess, credentials, url } = yield* demoCommands
    const femi = credentials.keys["fabrikam"]!.admin!
    const core = ManagedRuntime.make(coreOn(url))
    yield* Effect.addFinalizer(() => Effect.promise(() => core.dispose()))
    const ask = (values: Record<string, unknown>) =>
      Effect.promise(async () => {
        const input = { slug: "boiler-repair", dry_run: false, ...values }
        const { error } = await core.runPromise(call("campaigns.update", femi, input))
        return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
      })
    const approvals = (command: string, ...args: ReadonlyArray<string>) =>
      adwarden("queued-writes", command, "--org", "fabrikam", ...args)
    const olivia = ["--as", "olivia@northwind.test"]

    const id = yield* ask({ budget: 104 })
    const listed = yield* adwardenProcess("queued-writes", "list", "--local", "--org", "fabrikam")
    expect(listed.code).toBe(0)
    expect(listed.out.split("\n")[0]).toMatch(/^ID +REQUESTED +EXPIRES +BY +WHAT$/)
    expect(listed.out).toContain("emergency-plumber: Daily budget from €60 to €70")
    expect(listed.out).toMatch(
      new RegExp(
        `${id} .* femi@fabrikam.test \\(svc_live_.{4}….{4}\\) +boiler-repair: Daily budget from €100 to €104`
      )
    )

    const shown = yield* approvals("get", "--local", id)
    expect(shown).toMatchObject({ code: 0, err: "" })
    expect(shown.out).toContain("boiler-repair: Daily budget from €100 to €104\n")
    expect(shown.out).toMatch(/Asked by +femi@fabrikam.test \(svc_live_/)
    expect(shown.out).toMatch(/budget +100 → 104 +\(\+4, \+4 %\)/)
    const whole = JSON.parse((yield* approvals("get", "--local", id, "--json")).out)
    expect(whole).toMatchObject({
      id,
      operation: "campaigns.update",
      input: { budget: 104 },
      preview: { would_change: { budget: { from: 100, to: 104 } } }
    })

    const stranger = yield* approvals("approve", id, "--as", "mia@northwind.test")
    expect(stranger).toMatchObject({ code: 4, out: "" })
    expect(stranger.err).toContain("among the members of fabrikam")

    const approved = yield* approvals("approve", id, ...olivia)
    expect(approved).toMatchObject({ code: 0, err: "" })
    expect(approved.out).toMatch(new RegExp(`^Approved ${id}\\.\n`))
    expect(approved.out).toMatch(/action id +act_/)
    const twice = yield* approvals("approve", id, ...olivia)
    expect(twice).toEqual({
      code: 5,
      out: "",
      err: `✗ ${id} is already approved by olivia@northwind.test. Only a pending change can be decided.\n`
    })

    const no = yield* ask({ name: "Boilers" })
    const rejected = yield* approvals("reject", no, ...olivia, "--reason", "Not in winter")
    expect(rejected).toEqual({ code: 0, out: `Rejected ${no}. Nothing was changed.\n`, err: "" })

    const late = yield* ask({ budget: 130 })
    yield* ask({ budget: 80 }).pipe(Effect.flatMap((lower) => approvals("approve", lower, ...olivia)))
    const failed = yield* approvals("approve", late, ...olivia)
    expect(failed).toMatchObject({ code: 9, out: "" })
    expect(failed.err).toMatch(/could not be executed: preview_stale: .*queued: .*; now: /s)

    const nowhere = yield* adwarden("queued-writes", "list", "--local", "--org", "nowhere")
    expect(nowhere).toMatchObject({ code: 4, err: expect.stringContaining("nowhere") })
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
)
