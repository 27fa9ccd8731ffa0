import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type ConnectionOptions, connectionDefaults, readableUrl } from "./connection.ts"
import { type Answer, Lane, lost } from "./lane.ts"
import { SilenceWatch } from "./silence-watch.ts"
import type { Statement } from "./statement.ts"

export interface StatementsOptions extends ConnectionOptions {
  /** Pipelined connections. Two or three beat a larger pool. */
  readonly lanes?: number
}

export interface StatementsShape {
  /**
   * Run a declared statement on a shared, pipelined connection, for hot paths. Each is a transaction of its own.
   * The rows are taken to be what the statement selects: they are not decoded.
   */
  readonly query: <Row>(
    statement: Statement,
    params: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<Row>, SqlError>
}

interface Waiting {
  readonly start: (lane: Lane) => void
  readonly timer: NodeJS.Timeout
}

/** How long a request waits at least for a database that has been away for a while: it may be back any moment. */
const leastPatienceMillis = 250

class Lanes {
  readonly #watch: SilenceWatch
  readonly #lanes: ReadonlyArray<Lane>
  readonly #waiting = new Set<Waiting>()
  readonly #patience: number
  #turn = 0

  constructor(url: string, options: StatementsOptions) {
    this.#patience = options.connectTimeoutMillis ?? connectionDefaults.connectTimeoutMillis
    this.#watch = new SilenceWatch(url, options)
    this.#lanes = Array.from(
      { length: options.lanes ?? 2 },
      () =>
        new Lane(
          url,
          options,
          () => this.#opened(),
          (client) => this.#watch.add(client)
        )
    )
  }

  run(statement: Statement, params: ReadonlyArray<unknown>, answer: Answer): void {
    const lane = this.#next()
    if (lane !== undefined) lane.run(statement, params, answer)
    else this.#wait((opened) => opened.run(statement, params, answer), answer)
  }

  async close(): Promise<void> {
    this.#watch.close()
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }

  #next(): Lane | undefined {
    for (let tries = this.#lanes.length; tries > 0; tries--) {
      this.#turn = (this.#turn + 1) % this.#lanes.length
      const lane = this.#lanes[this.#turn]!
      if (lane.isOpen) return lane
    }
    return undefined
  }

  /** Patience counts from when the database went away, so that a request that waits twice is not kept twice as long. */
  #wait(start: (lane: Lane) => void, answer: Answer): void {
    const downSince = Math.max(...this.#lanes.map((lane) => lane.downSince))
    const patience = Math.max(leastPatienceMillis, downSince + this.#patience - performance.now())
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting)
      const reason = this.#lanes.find((lane) => lane.failure !== undefined)?.failure
      answer(lost(reason ?? Object.assign(new Error("timeout expired"), { code: "ETIMEDOUT" })), [])
    }, patience)
    const waiting: Waiting = { start, timer }
    this.#waiting.add(waiting)
  }

  #opened(): void {
    for (const waiting of this.#waiting) {
      const lane = this.#next()
      if (lane === undefined) return
      this.#waiting.delete(waiting)
      clearTimeout(waiting.timer)
      waiting.start(lane)
    }
  }
}

const make = (url: string, options: StatementsOptions) =>
  Effect.acquireRelease(
    Effect.map(readableUrl(url), (readable) => new Lanes(readable, options)),
    (lanes) =>
      Effect.promise(() => lanes.close()).pipe(Effect.interruptible, Effect.timeoutOption("5 seconds"))
  ).pipe(
    Effect.map(
      (lanes): StatementsShape => ({
        query: <Row>(statement: Statement, params: ReadonlyArray<unknown>) =>
          Effect.async<ReadonlyArray<Row>, SqlError>((resume) =>
            lanes.run(statement, params, (error, rows) =>
              resume(error === undefined ? Effect.succeed(rows as ReadonlyArray<Row>) : Effect.fail(error))
            )
          )
      })
    )
  )

export class Statements extends Context.Tag("@adwarden/Statements")<Statements, StatementsShape>() {
  static readonly layer = (url: string, options: StatementsOptions = {}): Layer.Layer<Statements, SqlError> =>
    Layer.scoped(Statements, make(url, options))
}
