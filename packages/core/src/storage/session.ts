import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isSimple, type PipelinedClient } from "./pipelined-client.ts"
import type { OutgoingStatement, StatementResult } from "./round-trip.ts"
import { cachedNameOf } from "./statement.ts"
import { streamFrom } from "./stream.ts"

type Rows = ReadonlyArray<unknown>
type SessionCallback = (error: SqlError | undefined, results: ReadonlyArray<StatementResult>) => void
type Transform = Parameters<Connection["execute"]>[2]

/** How long what is under way may take when nobody wants its answer any more. */
export const graceMillis = 1_000

const noResults: ReadonlyArray<StatementResult> = []

const statementError = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to execute statement" })

/** A statement in one piece with others has an answer for each. */
const rowsOf = <Row>(results: ReadonlyArray<StatementResult>): ReadonlyArray<Row> =>
  (results.length === 1 ? results[0]!.rows : results.map(({ rows }) => rows)) as ReadonlyArray<Row>

/** Under names of their own, so that they can leave together with others. */
const begin: OutgoingStatement = { name: "begin", text: "BEGIN", values: [] }
const commit: OutgoingStatement = { name: "commit", text: "COMMIT", values: [] }

/**
 * A connection in one hand, for a transaction or as long as it is reserved. A statement leaves the moment it is
 * started, together with those before it that nobody waits for.
 */
export class Session implements Connection {
  readonly #client: PipelinedClient
  readonly #release: (destroy: boolean) => void
  /** The error that broke the open transaction: what comes after it only says that it is broken. */
  #transactionError: SqlError | undefined
  /** Why the open transaction may not be committed: something that nobody waited for failed. */
  #fatalError: SqlError | undefined

  /** What nobody waits for leaves with the next statement that somebody does: with COMMIT at the latest. */
  #deferred: Array<OutgoingStatement> = []

  /** What waits for the commit, and how much of it there was at each savepoint. */
  #afterCommit: Array<() => void> = []
  readonly #savepointMarks: Array<number> = []

  constructor(client: PipelinedClient, release: (destroy: boolean) => void) {
    this.#client = client
    this.#release = release
  }

  execute = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows(outgoingStatement(text, params)), transform)

  executeUnprepared = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows({ text, values: params }), transform)

  executeValues = (text: string, params: ReadonlyArray<unknown>) =>
    this.#rows<ReadonlyArray<unknown>>({ ...outgoingStatement(text, params), rowMode: "array" })

  executeRaw = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<unknown, SqlError>((resume) =>
      this.#send([outgoingStatement(text, params)], (error, results) =>
        resume(
          error === undefined
            ? Effect.succeed(results.length === 1 ? results[0] : results)
            : Effect.fail(error)
        )
      )
    )

  executeStream = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    streamFrom(this, text, params, transform)

  /** Several statements in this order, in one flight. The first error is everyone's. */
  readonly roundTrip = (
    statements: ReadonlyArray<OutgoingStatement>
  ): Effect.Effect<ReadonlyArray<Rows>, SqlError> =>
    Effect.async((resume) => {
      if (statements.length === 0) return resume(Effect.succeed([]))
      this.#send(statements, (error, results) =>
        resume(error === undefined ? Effect.succeed(results.map(({ rows }) => rows)) : Effect.fail(error))
      )
    })

  /** Statements that nobody waits for. If one fails, so does the transaction's commit. */
  readonly deferStatements = (
    ...statements: ReadonlyArray<OutgoingStatement>
  ): Effect.Effect<void, SqlError> =>
    Effect.suspend(() => {
      if (this.#fatalError !== undefined) return Effect.fail(this.#fatalError)
      this.#deferred.push(...statements)
      return Effect.void
    })

  /** The server hears of it together with the first statement. */
  readonly begin = this.deferStatements(begin)

  /**
   * Waits for everything that was sent. A transaction that broke on its way answers COMMIT with ROLLBACK and
   * without an error: that is never taken for success.
   */
  readonly commit: Effect.Effect<void, SqlError> = Effect.async((resume) =>
    this.#send([commit], (error, results) => {
      if (error !== undefined) return resume(Effect.fail(error))
      if (results[0]!.command !== "COMMIT") {
        const cause = statementError(new Error("The transaction was rolled back"))
        return resume(Effect.fail(this.#fatalError ?? this.#transactionError ?? cause))
      }
      resume(
        Effect.sync(() => {
          for (const run of this.#afterCommit) run()
        })
      )
    })
  )

  /**
   * Never fails: a connection that cannot say that it rolled back is closed, which rolls back too. What is still
   * under way gets a moment to end by itself, and is then canceled.
   */
  readonly rollback: Effect.Effect<void> = Effect.promise(async () => {
    const neverBegan = this.#deferred.includes(begin)
    this.#deferred = []
    if (neverBegan) return
    this.#client.send([{ text: "ROLLBACK", values: [] }], () => {})
    if (await this.#client.waitUntilIdle(graceMillis)) return
    this.#client.cancelRunning()
    if (!(await this.#client.waitUntilIdle(graceMillis))) this.#client.destroy()
  })

  readonly afterCommit = (run: () => void): void => void this.#afterCommit.push(run)

  readonly savepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.suspend(() => {
      this.#savepointMarks[depth] = this.#afterCommit.length
      return Effect.asVoid(this.executeUnprepared(`SAVEPOINT nested_${depth}`, [], undefined))
    })

  /** Also waits for everything that was sent since, and fails with the first of it that failed. */
  readonly releaseSavepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.asVoid(this.executeUnprepared(`RELEASE SAVEPOINT nested_${depth}`, [], undefined))

  readonly rollbackToSavepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.async((resume) => {
      this.#afterCommit.length = this.#savepointMarks[depth] ?? 0
      // All of it came after the savepoint.
      this.#deferred = []
      this.#client.send([{ text: `ROLLBACK TO SAVEPOINT nested_${depth}`, values: [] }], (error) => {
        // Where the savepoint is out of reach the whole transaction is.
        this.#fatalError = error && this.#toSqlError(error)
        this.#transactionError = undefined
        resume(this.#fatalError === undefined ? Effect.void : Effect.fail(this.#fatalError))
      })
    })

  /** Gives the connection back: at once where it is free, else when it has finished, at the latest by force. */
  readonly close: Effect.Effect<void> = Effect.sync(() => {
    if (this.#client.pendingCount === 0) return this.#returnToPool()
    void this.#client.waitUntilIdle(graceMillis).then((settled) => {
      if (!settled) this.#client.cancelRunning()
      this.#returnToPool()
    })
  })

  #returnToPool(): void {
    const free = this.#client.isFree
    // Closing politely would wait for what is under way.
    if (!free) this.#client.destroy()
    this.#release(!free)
  }

  #rows<Row>(statement: OutgoingStatement): Effect.Effect<ReadonlyArray<Row>, SqlError> {
    return Effect.async((resume) =>
      this.#send([statement], (error, results) =>
        resume(error === undefined ? Effect.succeed(rowsOf<Row>(results)) : Effect.fail(error))
      )
    )
  }

  #send(statements: ReadonlyArray<OutgoingStatement>, callback: SessionCallback): void {
    const deferred = this.#deferred
    this.#deferred = []
    const isSimpleStatement = statements.length === 1 && isSimple(statements[0]!)
    if (this.#fatalError !== undefined) callback(this.#fatalError, noResults)
    else if (isSimpleStatement) {
      if (deferred.length > 0) this.#sendRoundTrip(deferred, deferred.length, () => {})
      this.#sendRoundTrip(statements, 0, callback)
    } else
      this.#sendRoundTrip(
        deferred.length === 0 ? statements : [...deferred, ...statements],
        deferred.length,
        callback
      )
  }

  /** Nobody waits for the first so many of them: where the flight fails, the transaction is lost. */
  #sendRoundTrip(
    statements: ReadonlyArray<OutgoingStatement>,
    deferredCount: number,
    callback: SessionCallback
  ): void {
    this.#client.send(statements, (serverError, results) => {
      if (serverError === undefined) {
        if (this.#client.getTransactionStatus() === "T") this.#transactionError = undefined
        return callback(undefined, deferredCount === 0 ? results : results.slice(deferredCount))
      }
      const error = this.#toSqlError(serverError)
      if (deferredCount > 0) this.#fatalError ??= error
      callback(error, noResults)
    })
  }

  #toSqlError(error: Error): SqlError {
    if (this.#client.getTransactionStatus() !== "E") return statementError(error)
    this.#transactionError ??= statementError(error)
    return this.#transactionError
  }
}

/** A statement that was not declared: without values it is not worth preparing. */
export const outgoingStatement = (text: string, values: ReadonlyArray<unknown>): OutgoingStatement => ({
  text,
  values,
  name: values.length === 0 ? undefined : cachedNameOf(text)
})

const transformed = (
  rows: Effect.Effect<ReadonlyArray<object>, SqlError>,
  transform: Transform
): Effect.Effect<ReadonlyArray<object>, SqlError> =>
  transform === undefined ? rows : Effect.map(rows, transform)
