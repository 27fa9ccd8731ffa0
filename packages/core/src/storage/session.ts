import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import { type InSpan, withoutSpan } from "../telemetry/index.ts"
import { type DatabaseClient, isSimple, type Results } from "./client.ts"
import { type OutgoingStatement, statementError } from "./connection.ts"
import type { StatementResult } from "./round-trip.ts"
import { cachedNameOf } from "./statement.ts"

type Transform = Parameters<Connection["execute"]>[2]

type Rows = ReadonlyArray<unknown>
type SessionCallback = (error: SqlError | undefined, results: ReadonlyArray<Results>) => void

/** How long abandoned statements can still run. */
const graceMillis = 1_000

const noResults: ReadonlyArray<Results> = []

/** A text with several statements has one result for each. */
const rowsOf = <Row>(result: Results): ReadonlyArray<Row> =>
  ("rows" in result ? result.rows : result.map(({ rows }) => rows)) as ReadonlyArray<Row>

/** Long lists are read in pages: a stream would hold a connection for as long as its reader takes. */
export const noStreams = Stream.dieMessage("Rows cannot be streamed. Read them in pages.")

/** Named statements, so that they can be sent together with others. */
const begin: OutgoingStatement = { name: "begin", text: "BEGIN", values: [] }
const commit: OutgoingStatement = { name: "commit", text: "COMMIT", values: [] }

/**
 * A connection reserved for one user or transaction. A statement is sent when it starts, together with the
 * deferred statements before it.
 */
export class Session implements Connection {
  readonly #client: DatabaseClient
  readonly #limits: ReadonlyArray<OutgoingStatement>
  readonly #release: (destroy: boolean) => void
  readonly inSpan: InSpan
  #inTransaction = false
  /** The error that aborted the open transaction. Later errors only report that it is aborted. */
  #transactionError: SqlError | undefined
  /** Why the open transaction cannot be committed: a deferred statement failed. */
  #fatalError: SqlError | undefined

  /** Deferred statements are sent with the next awaited one, with COMMIT at the latest. */
  #deferred: Array<OutgoingStatement> = []

  /** The callbacks for after the commit, and their number at each savepoint. */
  #afterCommit: Array<() => void> = []
  readonly #savepointMarks: Array<number> = []

  /** `limits` run at the start of each transaction: behind a pooler, a session keeps no timeouts. */
  constructor(
    client: DatabaseClient,
    release: (destroy: boolean) => void,
    inSpan: InSpan = withoutSpan,
    limits: ReadonlyArray<OutgoingStatement> = []
  ) {
    this.#client = client
    this.#limits = limits
    this.inSpan = inSpan
    this.#release = release
  }

  execute = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows(outgoingStatement(text, params)), transform)

  executeUnprepared = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows({ text, values: params }), transform)

  /** Columns need different names: the rows are objects first. Nothing of ours reads values. */
  executeValues = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(this.#rows<object>(outgoingStatement(text, params)), (rows) => rows.map(Object.values))

  executeRaw = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<unknown, SqlError>((resume) =>
      this.#send([outgoingStatement(text, params)], (error, results) =>
        resume(error === undefined ? Effect.succeed(results[0]) : Effect.fail(error))
      )
    )

  executeStream = () => noStreams

  /** Runs several statements in this order in one round trip. The first error fails them all. */
  readonly roundTrip = (
    statements: ReadonlyArray<OutgoingStatement>
  ): Effect.Effect<ReadonlyArray<Rows>, SqlError> =>
    Effect.async((resume) => {
      if (statements.length === 0) return resume(Effect.succeed([]))
      this.#send(statements, (error, results) =>
        resume(error === undefined ? Effect.succeed(results.map(rowsOf)) : Effect.fail(error))
      )
    })

  /** Sends statements without waiting. If one fails, so does the commit. */
  readonly deferStatements = (
    ...statements: ReadonlyArray<OutgoingStatement>
  ): Effect.Effect<void, SqlError> =>
    Effect.suspend(() => {
      if (this.#fatalError !== undefined) return Effect.fail(this.#fatalError)
      this.#deferred.push(...statements)
      return Effect.void
    })

  /** BEGIN is sent together with the first statement. */
  readonly begin = Effect.suspend(() => {
    this.#inTransaction = true
    return this.deferStatements(begin, ...this.#limits)
  })

  /**
   * Commits, and waits for everything that was sent. An aborted transaction answers COMMIT with ROLLBACK and
   * without an error, which counts as a failure here.
   */
  readonly commit: Effect.Effect<void, SqlError> = Effect.async((resume) =>
    this.#send([commit], (error, results) => {
      if (error !== undefined) return resume(Effect.fail(error))
      if ((results[0] as StatementResult).command !== "COMMIT") {
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
   * Never fails: if the rollback cannot be confirmed, the connection is closed, which also rolls back.
   * Statements in flight get a moment to finish and are then canceled.
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

  /** Also waits for everything that was sent since, and fails with its first error. */
  readonly releaseSavepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.asVoid(this.executeUnprepared(`RELEASE SAVEPOINT nested_${depth}`, [], undefined))

  readonly rollbackToSavepoint = (depth: number): Effect.Effect<void, SqlError> =>
    Effect.async((resume) => {
      this.#afterCommit.length = this.#savepointMarks[depth] ?? 0
      // All of them were deferred after the savepoint.
      this.#deferred = []
      this.#client.send([{ text: `ROLLBACK TO SAVEPOINT nested_${depth}`, values: [] }], (error) => {
        // If the savepoint cannot be restored, the whole transaction is lost.
        this.#fatalError = error && this.#toSqlError(error)
        this.#transactionError = undefined
        resume(this.#fatalError === undefined ? Effect.void : Effect.fail(this.#fatalError))
      })
    })

  /**
   * Releases the connection: at once if it is free, otherwise when it has finished, at the latest by force.
   */
  readonly close: Effect.Effect<void> = Effect.sync(() => {
    if (this.#client.pendingCount === 0) return this.#returnToPool()
    void this.#client.waitUntilIdle(graceMillis).then((settled) => {
      if (!settled) this.#client.cancelRunning()
      this.#returnToPool()
    })
  })

  #returnToPool(): void {
    const free = this.#client.isFree
    // A graceful close would wait for the statements in flight.
    if (!free) this.#client.destroy()
    this.#release(!free)
  }

  #rows<Row>(statement: OutgoingStatement): Effect.Effect<ReadonlyArray<Row>, SqlError> {
    return Effect.async((resume) =>
      this.#send([statement], (error, results) =>
        resume(error === undefined ? Effect.succeed(rowsOf<Row>(results[0]!)) : Effect.fail(error))
      )
    )
  }

  #send(statements: ReadonlyArray<OutgoingStatement>, callback: SessionCallback): void {
    const deferred = this.#deferred
    this.#deferred = []
    if (this.#fatalError !== undefined) callback(this.#fatalError, noResults)
    else if (isSimple(statements)) {
      if (deferred.length > 0) this.#sendRoundTrip(deferred, deferred.length, () => {})
      this.#sendRoundTrip(statements, 0, callback)
    } else
      this.#sendRoundTrip(
        deferred.length === 0 ? statements : [...deferred, ...statements],
        deferred.length,
        callback
      )
  }

  /**
   * The first `deferredCount` statements have no waiting caller: if the round trip fails, the transaction is lost.
   */
  #sendRoundTrip(
    statements: ReadonlyArray<OutgoingStatement>,
    deferredCount: number,
    callback: SessionCallback
  ): void {
    this.#client.send(statements, (serverError, results) => {
      if (serverError === undefined) {
        return callback(undefined, deferredCount === 0 ? results : results.slice(deferredCount))
      }
      const error = this.#toSqlError(serverError)
      if (deferredCount > 0) this.#fatalError ??= error
      callback(error, noResults)
    })
  }

  #toSqlError(error: Error): SqlError {
    if (!this.#inTransaction) return statementError(error)
    // Any error aborts an open transaction.
    this.#transactionError ??= statementError(error)
    return this.#transactionError
  }
}

/** A statement that was not declared. Without values, preparing it does not pay off. */
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
