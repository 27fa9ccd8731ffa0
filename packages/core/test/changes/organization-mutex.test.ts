import { Effect } from "effect"
import { expect, it } from "vitest"
import { makeOrganizationMutexes } from "../../src/changes/engine.ts"

it("admits one writer of an organization at a time, also after earlier ones have ended", async () => {
  const withMutex = makeOrganizationMutexes()
  const running = new Map<number, number>()
  const log: Array<string> = []
  const write = (organization: number, name: string) =>
    withMutex(organization)(
      Effect.gen(function* () {
        running.set(organization, (running.get(organization) ?? 0) + 1)
        log.push(`${name}:${running.get(organization)}`)
        for (let turn = 0; turn < 5; turn++) yield* Effect.yieldNow()
        running.set(organization, running.get(organization)! - 1)
      })
    )
  // The third enters when the first has ended and the second is still running.
  const third = Effect.zipRight(write(1, "first"), write(1, "third"))
  await Effect.runPromise(
    Effect.all([third, write(1, "second"), write(2, "other")], { concurrency: "unbounded" })
  )
  expect(log.toSorted()).toEqual(["first:1", "other:1", "second:1", "third:1"])
})
