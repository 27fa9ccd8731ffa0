import { Context, Data, Effect, Layer } from "effect"
import type { IsolatedJob, IsolatedReason } from "./job.ts"
import { makePool, type PoolLimits } from "./pool.ts"

/** A job has no result. */
export class IsolatedFailure extends Data.TaggedError("IsolatedFailure")<{
  readonly reason: IsolatedReason
  readonly message: string
}> {
  /** Whether the same input may succeed later. Every other failure is a property of the input, or of our code. */
  get mayPass(): boolean {
    return this.reason === "unavailable"
  }
}

/**
 * An ordinary page takes a hundredth of the time and a tenth of the memory. The deadline is that long for machines that
 * are busy with other things.
 */
const usual: PoolLimits = { threads: 2, deadline: 10_000, memory: 128, idle: 30_000 }

const over = (pool: ReturnType<typeof makePool>): Isolated["Type"] => ({
  run: ({ module, name }, input) =>
    Effect.async((resume) => {
      const cancel = pool.run({ module, name, input }, (outcome) =>
        resume(
          outcome.kind === "done"
            ? Effect.succeed(outcome.output as never)
            : new IsolatedFailure({ reason: outcome.reason, message: outcome.message })
        )
      )
      return Effect.sync(cancel)
    })
})

/** One for the process: threads cost memory, and idle ones end by themselves. */
const ofProcess = over(makePool(usual))

/**
 * Runs functions on text that strangers wrote, in threads with a deadline and a memory limit. Whatever the text is, the
 * process goes on answering meanwhile, and a failure is a value.
 */
export class Isolated extends Context.Tag("@adwarden/Isolated")<
  Isolated,
  {
    readonly run: <I, O>(job: IsolatedJob<(input: I) => O>, input: I) => Effect.Effect<O, IsolatedFailure>
  }
>() {
  static readonly layer: Layer.Layer<Isolated> = Layer.succeed(Isolated, ofProcess)

  /** Threads of its own, with limits other than the usual ones. */
  static readonly within = (limits: Partial<PoolLimits>): Layer.Layer<Isolated> =>
    Layer.scoped(
      Isolated,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => makePool({ ...usual, ...limits })),
          (pool) => Effect.sync(() => pool.close())
        ),
        over
      )
    )
}
