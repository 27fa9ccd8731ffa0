import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type pg from "pg"
import type { PipelinedClient, Sent } from "./pipelined-client.ts"
import { metName } from "./statement.ts"
import { streamFrom } from "./stream.ts"

type Result = pg.QueryResult | Array<pg.QueryResult>
type Answer = (error: SqlError | undefined, result: Result) => void
type Rows = ReadonlyArray<unknown>
type Transform = Parameters<Connection["execute"]>[2]

/** How long what is under way may take when nobody wants its answer any more. */
export const graceMillis = 1_000

const nothing: Array<pg.QueryResult> = []

const refused = (cause: unknown): SqlError => new SqlError({ cause, message: "Failed to execute statement" })

/** A statement in one piece with others has an answer for each. */
const rowsOf = <Row>(result: Result): ReadonlyArray<Row> =>
  Array.isArray(result) ? result.map((one): Row => one.rows as Row) : result.rows

/**
 * A connection in one hand, for a transaction or as long as it is reserved. Statements leave the moment they are
 * started, in that order, and each waits only for its own answer.
 */
export class Session implements Connection {
  readonly #client: PipelinedClient
  readonly #release: (destroy: boolean) => void
  /** The error that broke the open transaction: what comes after it only says that it is broken. */
  #broken: SqlError | undefined
  /** Why the open transaction may not be committed: something that nobody waited for failed. */
  #lost: SqlError | undefined

  /** What waits for the commit, and how much of it there was at each savepoint. */
  #afterCommit: Array<() => void> = []
  readonly #marks: Array<number> = []

  constructor(client: PipelinedClient, release: (destroy: boolean) => void) {
    this.#client = client
    this.#release = release
  }

  execute = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows({ text, values: params, name: named(text, params) }), transform)

  executeUnprepared = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows({ text, values: params }), transform)

  executeValues = (text: string, params: ReadonlyArray<unknown>) =>
    this.#rows<ReadonlyArray<unknown>>({ text, values: params, name: named(text, params), rowMode: "array" })

  executeRaw = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<unknown, SqlError>((resume) =>
      this.#send({ text, values: params, name: named(text, params) }, (error, result) =>
        resume(error === undefined ? Effect.succeed(result) : Effect.fail(error))
      )
    )

  executeStream = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    streamFrom(this, text, params, transform)

  /** Several statements in this order, in one flight. The first error is everyone's. */
  readonly flight = (
    statements: ReadonlyArray<readonly [text: string, params: ReadonlyArray<unknown>]>
  ): Effect.Effect<ReadonlyArray<Rows>, SqlError> =>
    Effect.async((resume) => {
      const answers: Array<Rows> = []
      if (statements.length === 0) resume(Effect.succeed(answers))
      for (const [text, params] of statements) {
        this.#send({ text, values: params, name: named(text, params) }, (error, result) => {
          if (error !== undefined) return resume(Effect.fail(error))
          answers.push(rowsOf(result))
          if (answers.length === statements.length) resume(Effect.succeed(answers))
        })
      }
    })

  /** Sends a statement that nobody waits for. If it fails, so does the transaction's commit. */
  readonly sendUnawaited = (text: string, params: ReadonlyArray<unknown>): Effect.Effect<void, SqlError> =>
    Effect.suspend(() => {
      if (this.#lost !== undefined) return Effect.fail(this.#lost)
      this.#send({ text, values: params, name: named(text, params) }, (error) => {
        if (error !== undefined) this.#lost ??= error
      })
      return Effect.void
    })

  /** The server hears of it together with the first statement. */
  readonly begin = this.sendUnawaited("BEGIN", [])

  /**
   * Waits for everything that was sent. A transaction that broke on its way answers COMMIT with ROLLBACK and
   * without an error: that is never taken for success.
   */
  readonly commit: Effect.Effect<void, SqlError> = Effect.suspend(() => {
    if (this.#lost !== undefined) return Effect.fail(this.#lost)
    return Effect.flatMap(this.executeRaw("COMMIT", []), (result) =>
      (result as pg.QueryResult).command === "COMMIT"
        ? Effect.sync(() => {
            for (const run of this.#afterCommit) run()
          })
        : Effect.fail(this.#lost ?? this.#broken ?? refused(new Error("The transaction was rolled back")))
    )
  })

  /**
   * Never fails: a connection that cannot say that it rolled back is closed, which rolls back too. What is still
   * under way gets a moment to end by itself, and is then canceled.
   */
  readonly rollback: Effect.Effect<void> = Effect.promise(async () => {
    this.#client.send({ text: "ROLLBACK", values: [] }, () => {})
    if (await this.#client.settled(graceMillis)) return
    this.#client.cancelRunning()
    if (!(await this.#client.settled(graceMillis))) this.#client.destroy()
  })

  readonly afterCommit = (run: () => void): void => void this.#afterCommit.push(run)

  readonly savepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.suspend(() => {
      this.#marks[depth] = this.#afterCommit.length
      return Effect.asVoid(this.executeUnprepared(`SAVEPOINT nested_${depth}`, [], undefined))
    })

  /** Also waits for everything that was sent since, and fails with the first of it that failed. */
  readonly releaseSavepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.asVoid(this.executeUnprepared(`RELEASE SAVEPOINT nested_${depth}`, [], undefined))

  readonly rollbackToSavepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.async((resume) => {
      this.#afterCommit.length = this.#marks[depth] ?? 0
      this.#client.send({ text: `ROLLBACK TO SAVEPOINT nested_${depth}`, values: [] }, (error) => {
        // Where the savepoint is out of reach the whole transaction is.
        this.#lost = error && this.#judged(error)
        this.#broken = undefined
        resume(this.#lost === undefined ? Effect.void : Effect.fail(this.#lost))
      })
    })

  /** Gives the connection back: at once where it is free, else when it has finished, at the latest by force. */
  readonly close: Effect.Effect<void> = Effect.sync(() => {
    if (this.#client.unanswered === 0) return this.#giveBack()
    void this.#client.settled(graceMillis).then((settled) => {
      if (!settled) this.#client.cancelRunning()
      this.#giveBack()
    })
  })

  #giveBack(): void {
    const free = this.#client.isFree
    // Closing politely would wait for what is under way.
    if (!free) this.#client.destroy()
    this.#release(!free)
  }

  #rows<Row>(sent: Sent): Effect.Effect<ReadonlyArray<Row>, SqlError> {
    return Effect.async((resume) =>
      this.#send(sent, (error, result) =>
        resume(error === undefined ? Effect.succeed(rowsOf<Row>(result)) : Effect.fail(error))
      )
    )
  }

  #send(sent: Sent, answer: Answer): void {
    if (this.#lost !== undefined) answer(this.#lost, nothing)
    else {
      this.#client.send(sent, (error, result) => {
        if (error === undefined && this.#client.getTransactionStatus() === "T") this.#broken = undefined
        answer(error && this.#judged(error), result)
      })
    }
  }

  #judged(error: Error): SqlError {
    if (this.#client.getTransactionStatus() !== "E") return refused(error)
    this.#broken ??= refused(error)
    return this.#broken
  }
}

const named = (text: string, params: ReadonlyArray<unknown>): string | undefined =>
  params.length === 0 ? undefined : metName(text)

const transformed = (
  rows: Effect.Effect<ReadonlyArray<object>, SqlError>,
  transform: Transform
): Effect.Effect<ReadonlyArray<object>, SqlError> =>
  transform === undefined ? rows : Effect.map(rows, transform)
