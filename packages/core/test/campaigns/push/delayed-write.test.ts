import { Deferred, Effect, Fiber, Layer } from "effect"
import { expect, it } from "vitest"
import { Push } from "../../../src/campaigns/push/push.ts"
import type { AdPlatform } from "../../../src/platform/index.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { accountsOn, googleAds } from "../../support/platforms.ts"
import { campaignInDatabase } from "../../support/workers.ts"

const demo = await runOnPlatform()
const whole = await demo.run(googleAds)

const push = (by: string, platform: AdPlatform = whole) =>
  Effect.flatMap(Push, (push) => push.campaign(1, boiler.id, by, [])).pipe(
    Effect.provide(Push.layer.pipe(Layer.provide(accountsOn(platform))))
  )

const boiler = (await campaignInDatabase(demo, "boiler-repair")) as { id: number }
const setBudget = (budget: number) =>
  demo.query(
    `update campaigns set budget = ${budget}, unpushed = '{budget}', updated_at = now() where id = ${boiler.id}`
  )
const here = async () => {
  const { budget, active_push_ids, unpushed } = await campaignInDatabase(demo, "boiler-repair")
  return { budget, active_push_ids, unpushed }
}
const there = async () => {
  const { resources } = await demo.state()
  const { platform_budget_resource_name: ref } = await campaignInDatabase(demo, "boiler-repair")
  return Number((resources[String(ref)] as { amountMicros?: string }).amountMicros) / 1_000_000
}

/** A platform with delayed writes: a budget arrives when the test releases it. */
const longWire = Effect.gen(function* () {
  const sent = yield* Deferred.make<Effect.Effect<void>>()
  const arrive = yield* Deferred.make<void>()
  const platform: AdPlatform = {
    ...whole,
    setBudget: (...asked) => {
      const arrival = Effect.orDie(whole.setBudget(...asked))
      return Effect.zipRight(
        Deferred.succeed(sent, arrival),
        Effect.zipRight(Deferred.await(arrive), Effect.asVoid(arrival))
      )
    }
  }
  return { platform, sent: Deferred.await(sent), arrive: Deferred.succeed(arrive, undefined) }
})

it("an older budget that arrives after a newer one is corrected by the push that sent it", async () => {
  await setBudget(105)
  await demo.run(
    Effect.gen(function* () {
      const wire = yield* longWire
      const slow = yield* Effect.fork(push("slow", wire.platform))
      yield* wire.sent
      yield* Effect.promise(() => setBudget(99))
      yield* push("quick")
      expect(yield* Effect.promise(there)).toBe(99)
      // The older value has not arrived yet, so the newer one does not count as pushed.
      expect(yield* Effect.promise(here)).toEqual({
        budget: 99,
        active_push_ids: ["slow"],
        unpushed: ["budget"]
      })
      yield* wire.arrive
      yield* Fiber.join(slow)
    })
  )
  expect([await there(), await here()]).toEqual([99, { budget: 99, active_push_ids: [], unpushed: [] }])
})

it("an older budget is corrected by the next attempt if that push died after sending it", async () => {
  await setBudget(104)
  await demo.run(
    Effect.gen(function* () {
      const wire = yield* longWire
      const killed = yield* Effect.fork(push("killed", wire.platform))
      const arrival = yield* wire.sent
      yield* Fiber.interrupt(killed)
      yield* Effect.promise(() => setBudget(98))
      yield* push("other")
      expect(yield* Effect.promise(there)).toBe(98)
      yield* arrival
      expect(yield* Effect.promise(there)).toBe(104)
      yield* push("killed")
    })
  )
  expect([await there(), await here()]).toEqual([98, { budget: 98, active_push_ids: [], unpushed: [] }])
})

it("an abandoned push does not block others", async () => {
  await setBudget(103)
  await demo.run(
    Effect.gen(function* () {
      const wire = yield* longWire
      const killed = yield* Effect.fork(push("given up", wire.platform))
      yield* wire.sent
      yield* Fiber.interrupt(killed)
      yield* Effect.flatMap(Push, (push) =>
        push.failed(1, boiler.id, "given up", { message: "The worker died.", reason: "killed_by_restart" })
      )
      yield* push("other")
    })
  )
  expect([await there(), await here()]).toEqual([103, { budget: 103, active_push_ids: [], unpushed: [] }])
})
