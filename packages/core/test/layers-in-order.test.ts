import { expect, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import { layersInOrder } from "../src/layers-in-order.ts"

class First extends Context.Tag("test/First")<First, { readonly id: number }>() {}
class Second extends Context.Tag("test/Second")<Second, { readonly first: number }>() {}

/** Layers that write down when they open and close. */
const recorded = () => {
  const log: Array<string> = []
  const note = (text: string) => Effect.sync(() => void log.push(text))
  const opened = (name: string) => Effect.acquireRelease(note(`open ${name}`), () => note(`close ${name}`))
  let built = 0
  const first = Layer.scoped(
    First,
    Effect.map(opened("first"), () => ({ id: ++built }))
  )
  const second = Layer.scoped(
    Second,
    Effect.zipRight(
      opened("second"),
      Effect.map(First, ({ id }) => ({ first: id }))
    )
  )
  return { first, log, second }
}

it.effect("gives each layer the services before it, and closes them in reverse order", () =>
  Effect.gen(function* () {
    const { first, log, second } = recorded()
    const built = yield* Layer.build(layersInOrder(first, second)).pipe(
      Effect.map((services) => [Context.get(services, First).id, Context.get(services, Second).first]),
      Effect.scoped
    )
    expect(built).toEqual([1, 1])
    expect(log).toEqual(["open first", "open second", "close second", "close first"])
  })
)

it.effect("builds a layer once that the rest of the program also uses", () =>
  Effect.gen(function* () {
    const { first, log, second } = recorded()
    const whole = Layer.provideMerge(second, layersInOrder(first, second)).pipe(Layer.merge(first))
    yield* Effect.scoped(Layer.build(whole))
    expect(log.filter((line) => line.startsWith("open"))).toEqual(["open first", "open second"])
    expect(log.filter((line) => line.startsWith("close"))).toHaveLength(2)
  })
)

it.effect("closes what is open if a layer fails", () =>
  Effect.gen(function* () {
    const { first, log } = recorded()
    const failing = Layer.effect(Second, Effect.fail("no second"))
    const exit = yield* Effect.exit(Effect.scoped(Layer.build(layersInOrder(first, failing))))
    expect(exit).toEqual(Exit.fail("no second"))
    expect(log).toEqual(["open first", "close first"])
  })
)

it("requires what no earlier layer builds", () => {
  const { first, second } = recorded()
  const complete: Layer.Layer<First | Second> = layersInOrder(first, second)
  // @ts-expect-error The second layer needs the first, which comes too late.
  const wrongOrder: Layer.Layer<First | Second> = layersInOrder(second, first)
  expect([complete, wrongOrder].every(Layer.isLayer)).toBe(true)
})
