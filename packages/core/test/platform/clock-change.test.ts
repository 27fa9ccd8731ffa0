import { describe, expect, it, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { earliestLocalFrom, instantOf, localOf } from "../../src/platform/local-time.ts"
import { googleAds } from "../support/platforms.ts"
import { customerOf, RunningEmulator } from "./support/emulator.ts"
import { adapter, demoAccount, storage } from "./support/platform.ts"

const zone = "America/Los_Angeles"
const at = (time: string) => new Date(`2027-11-07T${time}Z`)

describe("an account's clock that goes back at 09:00 UTC", () => {
  it.each([
    // The hour from 01:00 to 02:00 is shown twice.
    ["01:30:00.000000", "08:40:00", "08:30:00"],
    ["01:30:00.000000", "09:29:00", "09:30:00"],
    ["01:30:00.000000", "12:00:00", "09:30:00"],
    ["00:59:59.000000", "12:00:00", "07:59:59"],
    ["02:00:00.000000", "12:00:00", "10:00:00"]
  ])("a change at %s, read at %s UTC, was made at %s UTC", (local, now, instant) => {
    expect(instantOf(`2027-11-07 ${local}`, zone, at(now))).toBe(at(instant).toISOString())
  })

  it.each([
    ["07:30:00", "00:30:00"],
    ["08:59:59", "00:59:59"],
    ["09:00:00", "01:00:00"],
    ["10:30:00", "02:30:00"]
  ])("from %s UTC on shows %s at the earliest, or later", (instant, earliest) => {
    expect(earliestLocalFrom(at(instant), zone)).toBe(`2027-11-07 ${earliest}`)
    for (let minutes = 0; minutes < 300; minutes++) {
      const later = new Date(at(instant).getTime() + minutes * 60_000)
      expect(localOf(later, zone) >= earliestLocalFrom(at(instant), zone)).toBe(true)
    }
  })

  it("leaves times alone that are shown once, also where clocks go forward", () => {
    for (const instant of [
      "2027-03-14T09:59:00.000Z",
      "2027-03-14T10:01:00.000Z",
      "2027-07-01T12:00:00.000Z"
    ]) {
      const shown = localOf(new Date(instant), zone)
      expect(instantOf(`${shown}.000000`, zone, new Date("2028-01-01T00:00:00Z"))).toBe(instant)
      expect(earliestLocalFrom(new Date(instant), zone)).toBe(shown)
    }
  })
})

const northwind = customerOf("northwind")

/** Runs with our own clock at a time of that day. */
const seenAt = (time: string) => {
  const millis = at(time).getTime()
  const clock = { currentTimeMillis: Effect.succeed(millis), unsafeCurrentTimeMillis: () => millis }
  return Effect.withClock(Object.assign(Clock.make(), clock))
}

const emulated = adapter().pipe(
  Layer.provideMerge(
    Layer.merge(storage, RunningEmulator.with({ clock: { now: at("08:59:30"), frozen: true } }))
  )
)

layer(emulated, { excludeTestServices: true })("changes by others around the repeated hour", (it) => {
  it.effect("are found from the last look on, and none from before it", () =>
    Effect.gen(function* () {
      const emulator = yield* RunningEmulator
      const platform = yield* googleAds
      const account = { ...(yield* demoAccount("northwind")), timeZone: northwind.timeZone }
      const [campaign] = yield* platform.structure(account).pipe(Effect.map(({ campaigns }) => campaigns))
      const rename = (name: string) =>
        emulator.edit(northwind.customerId, [
          { campaignOperation: { update: { resourceName: campaign!.ref, name }, updateMask: "name" } }
        ])
      const names = (since: string, now: string) =>
        platform.changesSince(account, at(since)).pipe(
          seenAt(now),
          Effect.map((changes) =>
            changes.map(({ at, detail }) => [at, (detail["after"] as { name?: string }).name])
          )
        )
      yield* rename("Before the clocks go back")
      const first = [at("08:59:30").toISOString(), "Before the clocks go back"]
      expect(yield* names("08:45:00", "08:59:40")).toEqual([first])
      yield* emulator.control("POST", "clock", { advance: { minutes: 1 } })
      yield* rename("After it")
      const second = [at("09:00:30").toISOString(), "After it"]
      expect(yield* names("08:59:40", "09:01:00")).toEqual([second])
      expect(yield* names("08:45:00", "09:01:00")).toEqual([first, second])
      expect(yield* names("09:00:31", "09:01:00")).toEqual([])
    })
  )
})
