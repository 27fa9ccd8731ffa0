import { Context, Data, Effect, Layer } from "effect"
import type { IsolatedReason, JobRequest, makePool, PoolLimits } from "./pool.ts"

/**
 * A pure function that runs in its own thread, where it can neither block the process nor exhaust its memory.
 * The function is named by its module and export. Input and output are copied between threads, so both must
 * be plain data. `F` is the function's type, which TypeScript checks callers against.
 */
export interface IsolatedJob<F extends (input: never) => unknown> {
  readonly module: string
  readonly name: string
  /** Exists only for the type checker. */
  readonly type?: F
}

/**
 * Declares an isolated job.
 *
 * @example
 * const parsing = isolatedJob<typeof parsePage>(import.meta.url, "./parse-page.ts", "parsePage")
 */
export const isolatedJob = <F extends (input: never) => unknown>(
  from: string,
  path: `./${string}.ts`,
  name: string
): IsolatedJob<F> => {
  // A build changes the extension of imports, but not of paths in strings.
  const extension = /\.[a-z]+$/.exec(from)?.[0] ?? ".js"
  return { module: new URL(path.replace(/\.ts$/, extension), from).href, name }
}

/** A job failed. */
export class IsolatedFailure extends Data.TaggedError("IsolatedFailure")<{
  readonly reason: IsolatedReason
  readonly message: string
}> {
  /**
   * Whether the same input can succeed later. Every other failure is a property of the input or of our code.
   */
  get isRetryable(): boolean {
    return this.reason === "unavailable"
  }
}

/**
 * An ordinary page takes a hundredth of the time and a tenth of the memory. The deadline allows for busy
 * machines.
 */
const defaultLimits: PoolLimits = { threads: 2, deadline: 10_000, memory: 128, idle: 30_000 }

type Pool = ReturnType<typeof makePool>

const runIn = (pool: Pool, request: JobRequest): Effect.Effect<unknown, IsolatedFailure> =>
  Effect.async((resume) => {
    const cancel = pool.run(request, (outcome) =>
      resume(
        outcome.kind === "done"
          ? Effect.succeed(outcome.output)
          : new IsolatedFailure({ reason: outcome.reason, message: outcome.message })
      )
    )
    return Effect.sync(cancel)
  })

/** A runner whose pool is loaded with its first job: most commands of an operator have none. */
const makeRunner = (limits: PoolLimits) => {
  let opened: Promise<Pool> | undefined
  const open = (): Promise<Pool> => {
    opened ??= import("./pool.ts").then(({ makePool }) => makePool(limits))
    return opened
  }
  const runner: IsolatedRunner["Type"] = {
    run: ({ module, name }, input) =>
      Effect.flatMap(Effect.promise(open), (pool) => runIn(pool, { module, name, input })) as never
  }
  return { runner, close: Effect.promise(async () => (await opened)?.close()) }
}

/** One per process: threads cost memory, and idle ones end by themselves. */
const { runner: processRunner } = makeRunner(defaultLimits)

/**
 * Runs functions on untrusted text in threads with a deadline and a memory limit. The process stays
 * responsive, and a failure is a value.
 */
export class IsolatedRunner extends Context.Tag("@adwarden/IsolatedRunner")<
  IsolatedRunner,
  {
    readonly run: <I, O>(job: IsolatedJob<(input: I) => O>, input: I) => Effect.Effect<O, IsolatedFailure>
  }
>() {
  static readonly layer: Layer.Layer<IsolatedRunner> = Layer.succeed(IsolatedRunner, processRunner)

  /** A separate pool with its own limits. */
  static readonly withLimits = (limits: Partial<PoolLimits>): Layer.Layer<IsolatedRunner> =>
    Layer.scoped(
      IsolatedRunner,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => makeRunner({ ...defaultLimits, ...limits })),
          ({ close }) => close
        ),
        ({ runner }) => runner
      )
    )
}
