import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { setFlagsFromString } from "node:v8"
import { Effect, Either, Fiber, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { IsolatedRunner, isolatedJob } from "../../src/outbound/index.ts"
import { watchEventLoop } from "./hostile/event-loop.ts"
import * as jobs from "./support/jobs.ts"

const job = <Name extends keyof typeof jobs>(name: Name) =>
  isolatedJob<(typeof jobs)[Name]>(import.meta.url, "./support/jobs.ts", name)

const [heapLimit, double, count, loop, hoard, recurse, fail] = [
  job("heapLimit"),
  job("double"),
  job("count"),
  job("loop"),
  job("hoard"),
  job("recurse"),
  job("fail")
]

const within = <A, E>(
  limits: Parameters<typeof IsolatedRunner.withLimits>[0],
  use: (isolated: IsolatedRunner["Type"]) => Effect.Effect<A, E>
): Promise<A> =>
  Effect.flatMap(IsolatedRunner, use).pipe(
    Effect.provide(IsolatedRunner.withLimits(limits)),
    Effect.runPromise
  )

describe("an isolated job", () => {
  it("returns its result, also with more jobs than threads", async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const found = await within({ threads: 2 }, ({ run }) =>
      Effect.forEach(numbers, (n) => run(double, n), { concurrency: "unbounded" })
    )
    expect(found).toEqual(numbers.map((n) => 2 * n))
  })

  const failures = [
    ["that never ends", "deadline", ({ run }: IsolatedRunner["Type"]) => run(loop, null)],
    ["that takes all memory", "memory", ({ run }: IsolatedRunner["Type"]) => run(hoard, null)],
    ["that calls itself without end", "stack", ({ run }: IsolatedRunner["Type"]) => run(recurse, 0)],
    ["that throws", "defect", ({ run }: IsolatedRunner["Type"]) => run(fail, "broken")]
  ] as const
  it.each(failures)(
    "%s fails with %s, which is not retryable, and the next job runs",
    async (_, reason, attempt) => {
      // A job that exhausts its memory must not reach its deadline first, even on a busy machine.
      const limits = { threads: 1, deadline: reason === "deadline" ? 200 : 120_000, memory: 48 }
      const [outcome, after] = await within(limits, (isolated) =>
        Effect.all([Effect.either(attempt(isolated)), Effect.either(isolated.run(double, 21))])
      )
      expect(Either.getOrThrow(Either.flip(outcome))).toMatchObject({ reason, isRetryable: false })
      if (reason !== "deadline") expect(after).toEqual(Either.right(42))
    }
  )

  it("can use memory up to its limit", async () => {
    const occupied = await within({ threads: 1, deadline: 120_000, memory: 64 }, ({ run }) =>
      Effect.either(run(job("occupy"), 8))
    )
    expect(occupied).toEqual(Either.right(8 * 64))
  })

  it("has no larger young generation than Node can end it with, whatever the options of the process", async () => {
    setFlagsFromString("--max-semi-space-size=64")
    const limit = await within({ threads: 1, deadline: 120_000, memory: 48 }, ({ run }) =>
      run(heapLimit, null)
    )
    expect(limit).toBeLessThan(128)
  })

  it("starts no other thread while one loads code for the job before it", async () => {
    const slow = isolatedJob<typeof jobs.ownThread>(import.meta.url, "./support/slow-module.ts", "ownThread")
    const used = await within({ threads: 2 }, ({ run }) =>
      Effect.gen(function* () {
        const first = yield* run(job("ownThread"), null)
        const loading = yield* Effect.all([run(slow, null), run(job("ownThread"), null)], { concurrency: 2 })
        return [first, ...loading]
      })
    )
    expect(new Set(used).size).toBe(1)
  })

  it("leaves the main thread free while it runs", async () => {
    const to = 100_000_000
    const before = process.threadCpuUsage()
    jobs.count(to)
    const { system, user } = process.threadCpuUsage(before)
    const watch = watchEventLoop()
    await within({ deadline: 120_000 }, ({ run }) => run(count, to))
    // In this thread, the job would have blocked it for about as long as it ran.
    expect(watch.stop().longest).toBeLessThan((user + system) / 1000 / 2)
  })

  it("is ended when its caller is interrupted, and frees its thread", async () => {
    const found = await within({ threads: 1 }, ({ run }) =>
      Effect.gen(function* () {
        const first = yield* Effect.fork(run(loop, null))
        const waiting = yield* Effect.fork(run(loop, null))
        const last = yield* Effect.fork(run(double, 4))
        yield* Effect.yieldNow()
        yield* Fiber.interruptAll([first, waiting])
        return yield* Fiber.join(last)
      })
    )
    expect(found).toBe(8)
  })

  it("has no access to the environment, which contains secrets", async () => {
    process.env["ISOLATED_SECRET"] = "secret"
    const seen = await within({}, ({ run }) => run(job("environment"), null))
    delete process.env["ISOLATED_SECRET"]
    expect(seen).not.toContain("ISOLATED_SECRET")
  })

  it("ends with its layer", async () => {
    const scope = Layer.build(IsolatedRunner.withLimits({ threads: 1 })).pipe(
      Effect.flatMap((context) =>
        Effect.provide(
          Effect.flatMap(IsolatedRunner, ({ run }) => run(double, 1)),
          context
        )
      ),
      Effect.scoped
    )
    expect(await Effect.runPromise(scope)).toBe(2)
  })
})

describe("a process that ran a job", () => {
  /** Parses a page with the code that is published, and leaves the thread idle. */
  const parsing = `
    const at = ${JSON.stringify(new URL("../../dist", import.meta.url).href)}
    const { makePool } = await import(at + "/outbound/isolated/pool.js")
    const pool = makePool({ threads: 1, deadline: 60_000, memory: 128, idle: 3_600_000 })
    const page = { url: { href: "http://a.test/" }, status: 200, contentType: "text/html", body: Buffer.from("<h1>Here") }
    const order = { module: at + "/outbound/site/parse-page.js", name: "parsePage", input: page }
    const outcome = await new Promise((end) => pool.run(order, end))
    console.log(outcome.output.headings[0].text)`

  it("exits although a thread is idle", async () => {
    const root = fileURLToPath(new URL("../../", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", parsing], {
      cwd: root
    })
    expect(stdout.trim()).toBe("Here")
  })
})
