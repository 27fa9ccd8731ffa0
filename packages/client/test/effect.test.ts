import { ConfigProvider, Effect, Exit, Fiber, Layer, Redacted, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { AdwardenClient } from "../src/effect/index.ts"
import { responseOf } from "../src/index.ts"
import { closeConnection, runRest, startHost } from "./support/host.ts"

const rest = await runRest()
const key = rest.keys["northwind"]!.owner!
const layer = AdwardenClient.layer({ baseUrl: rest.baseUrl, apiKey: Redacted.make(key) })
const run = <A, E>(effect: Effect.Effect<A, E, AdwardenClient>) =>
  Effect.runPromise(Effect.provide(effect, layer))

describe("the Effect client", () => {
  it("reads, previews and executes", async () => {
    const program = Effect.gen(function* () {
      const client = yield* AdwardenClient
      const preview = yield* client.campaigns.update("boiler-repair", { budget: 107 })
      const done = yield* preview.execute()
      if (done.outcome === "held") return yield* Effect.die("Northwind wants no approvals")
      const undone = yield* client.actions.undo(done.action_id!)
      return { preview, done, undone, quota: responseOf(done).writeQuota }
    })
    expect(await run(program)).toMatchObject({
      preview: { outcome: "previewed" },
      done: { outcome: "executed", changed: { budget: { to: 107 } } },
      undone: { undone: true },
      quota: { limit: expect.any(Number) }
    })
  })

  it("fails with tagged errors, and treats other failures as defects", async () => {
    const tagged = Effect.flatMap(AdwardenClient, (client) => client.campaigns.get("no-such")).pipe(
      Effect.catchTag("not_found", (error) => Effect.succeed(error.requestId))
    )
    expect(await run(tagged)).toMatch(/^req_/)
    const defect = Effect.flatMap(AdwardenClient, (client) => client.campaigns.get(".."))
    const exit = await run(Effect.exit(defect))
    expect(Exit.isFailure(exit) && exit.cause._tag).toBe("Die")
  })

  it("streams rows over all pages, and requests only the pages that are consumed", async () => {
    const rows = Effect.flatMap(AdwardenClient, (client) =>
      Stream.runCount(client.campaigns.list({ limit: 2 }))
    )
    const { total } = await run(Effect.flatMap(AdwardenClient, (client) => client.campaigns.list().page))
    expect(await run(rows)).toBe(total)
    const before = rest.seen.length
    const few = Effect.flatMap(AdwardenClient, (client) =>
      Stream.runCollect(Stream.take(client.campaigns.list({ limit: 2 }), 3))
    )
    expect((await run(few)).length).toBe(3)
    expect(rest.seen.length - before).toBe(2)
  })

  it("retries transient failures", async () => {
    rest.injectFaults(closeConnection)
    const get = Effect.flatMap(AdwardenClient, (client) => client.campaigns.get("boiler-repair"))
    expect(responseOf(await run(get)).attempts).toBe(2)
  })

  it.each(["a call", "a stream"])("aborts %s that is interrupted", async (kind) => {
    let state = "nothing"
    const baseUrl = await startHost((_, response) => {
      state = "asked"
      response.on("close", () => {
        state = "closed"
      })
    })
    const silent = AdwardenClient.layer({ baseUrl, apiKey: key })
    const program = Effect.flatMap(AdwardenClient, (client) =>
      kind === "a call" ? Effect.asVoid(client.campaigns.get("a")) : Stream.runDrain(client.campaigns.list())
    )
    const fiber = Effect.runFork(Effect.provide(program, silent))
    await expect.poll(() => state).toBe("asked")
    expect(Exit.isInterrupted(await Effect.runPromise(Fiber.interrupt(fiber)))).toBe(true)
    await expect.poll(() => state).toBe("closed")
  })

  it("follows tasks as a stream and waits for their end", async () => {
    let left = 2
    const baseUrl = await startHost((_, response) => {
      const status = left-- > 0 ? "running" : "completed"
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ task_tracking_id: 1, type: "x", status, progress: 0 }))
    })
    const program = Effect.gen(function* () {
      const client = yield* AdwardenClient
      const seen = yield* Stream.runCount(client.tasks.follow(1, { pause: { first: 10, longest: 10 } }))
      left = 1
      const task = yield* client.tasks.wait(1, { pause: { first: 10, longest: 10 } })
      return [seen, task.status]
    })
    const host = AdwardenClient.layer({ baseUrl, apiKey: key })
    expect(await Effect.runPromise(Effect.provide(program, host))).toEqual([3, "completed"])
  })

  it("reads its settings from the environment, and reports a missing one", async () => {
    const from = (entries: ReadonlyArray<readonly [string, string]>) =>
      AdwardenClient.layerConfig.pipe(
        Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(entries))))
      )
    const get = Effect.flatMap(AdwardenClient, (client) => client.organizations.get())
    const entries = [
      ["ADWARDEN_API_KEY", key],
      ["ADWARDEN_URL", rest.baseUrl.replace("/v1", "")],
      ["ADWARDEN_ORG", "northwind"]
    ] as const
    expect(await Effect.runPromise(Effect.provide(get, from(entries)))).toMatchObject({ slug: "northwind" })
    const elsewhere = Effect.flatMap(AdwardenClient, (client) =>
      client.organization("wingtip").organizations.get()
    )
    const denied = await Effect.runPromise(Effect.flip(Effect.provide(elsewhere, from(entries))))
    expect(denied).toMatchObject({ code: "org_access_denied" })
    const missing = await Effect.runPromise(Effect.flip(Effect.provide(get, from([]))))
    expect(String(missing)).toContain("ADWARDEN_API_KEY")
  })
})
