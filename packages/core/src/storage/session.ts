import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Answer, Sent } from "./flight.ts"
import { isSimple, type PipelinedClient } from "./pipelined-client.ts"
import { metName } from "./statement.ts"
import { streamFrom } from "./stream.ts"

type Rows = ReadonlyArray<unknown>
type Answered = (error: SqlError | undefined, answers: ReadonlyArray<Answer>) => void
type Transform = Parameters<Connection["execute"]>[2]

/** How long what is under way may take when nobody wants its answer any more. */
export const graceMillis = 1_000

const nothing: ReadonlyArray<Answer> = []

const refused = (cause: unknown): SqlError => new SqlError({ cause, message: "Failed to execute statement" })

/** A statement in one piece with others has an answer for each. */
const rowsOf = <Row>(answers: ReadonlyArray<Answer>): ReadonlyArray<Row> =>
  (answers.length === 1 ? answers[0]!.rows : answers.map(({ rows }) => rows)) as ReadonlyArray<Row>

/** Under names of their own, so that they can leave together with others. */
const begin: Sent = { name: "begin", text: "BEGIN", values: [] }
const commit: Sent = { name: "commit", text: "COMMIT", values: [] }

/**
 * A connection in one hand, for a transaction or as long as it is reserved. A statement leaves the moment it is
 * started, together with those before it that nobody waits for.
 */
export class Session implements Connection {
  readonly #client: PipelinedClient
  readonly #release: (destroy: boolean) => void
  /** The error that broke the open transaction: what comes after it only says that it is broken. */
  #broken: SqlError | undefined
  /** Why the open transaction may not be committed: something that nobody waited for failed. */
  #lost: SqlError | undefined

  /** What nobody waits for leaves with the next statement that somebody does: with COMMIT at the latest. */
  #unsent: Array<Sent> = []

  /** What waits for the commit, and how much of it there was at each savepoint. */
  #afterCommit: Array<() => void> = []
  readonly #marks: Array<number> = []

  constructor(client: PipelinedClient, release: (destroy: boolean) => void) {
    this.#client = client
    this.#release = release
  }

  execute = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows(sentAs(text, params)), transform)

  executeUnprepared = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    transformed(this.#rows({ text, values: params }), transform)

  executeValues = (text: string, params: ReadonlyArray<unknown>) =>
    this.#rows<ReadonlyArray<unknown>>({ ...sentAs(text, params), rowMode: "array" })

  executeRaw = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<unknown, SqlError>((resume) =>
      this.#send([sentAs(text, params)], (error, answers) =>
        resume(
          error === undefined
            ? Effect.succeed(answers.length === 1 ? answers[0] : answers)
            : Effect.fail(error)
        )
      )
    )

  executeStream = (text: string, params: ReadonlyArray<unknown>, transform: Transform) =>
    streamFrom(this, text, params, transform)

  /** Several statements in this order, in one flight. The first error is everyone's. */
  readonly flight = (statements: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Rows>, SqlError> =>
    Effect.async((resume) => {
      if (statements.length === 0) return resume(Effect.succeed([]))
      this.#send(statements, (error, answers) =>
        resume(error === undefined ? Effect.succeed(answers.map(({ rows }) => rows)) : Effect.fail(error))
      )
    })

  /** Statements that nobody waits for. If one fails, so does the transaction's commit. */
  readonly sendUnawaited = (...statements: ReadonlyArray<Sent>): Effect.Effect<void, SqlError> =>
    Effect.suspend(() => {
      if (this.#lost !== undefined) return Effect.fail(this.#lost)
      this.#unsent.push(...statements)
      return Effect.void
    })

  /** The server hears of it together with the first statement. */
  readonly begin = this.sendUnawaited(begin)

  /**
   * Waits for everything that was sent. A transaction that broke on its way answers COMMIT with ROLLBACK and
   * without an error: that is never taken for success.
   */
  readonly commit: Effect.Effect<void, SqlError> = Effect.async((resume) =>
    this.#send([commit], (error, answers) => {
      if (error !== undefined) return resume(Effect.fail(error))
      if (answers[0]!.command !== "COMMIT") {
        const cause = refused(new Error("The transaction was rolled back"))
        return resume(Effect.fail(this.#lost ?? this.#broken ?? cause))
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
    const untouched = this.#unsent.includes(begin)
    this.#unsent = []
    if (untouched) return
    this.#client.send([{ text: "ROLLBACK", values: [] }], () => {})
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
      // All of it came after the savepoint.
      this.#unsent = []
      this.#client.send([{ text: `ROLLBACK TO SAVEPOINT nested_${depth}`, values: [] }], (error) => {
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
      this.#send([sent], (error, answers) =>
        resume(error === undefined ? Effect.succeed(rowsOf<Row>(answers)) : Effect.fail(error))
      )
    )
  }

  #send(statements: ReadonlyArray<Sent>, answered: Answered): void {
    const before = this.#unsent
    this.#unsent = []
    const alone = statements.length === 1 && isSimple(statements[0]!)
    if (this.#lost !== undefined) answered(this.#lost, nothing)
    else if (alone) {
      if (before.length > 0) this.#fly(before, before.length, () => {})
      this.#fly(statements, 0, answered)
    } else this.#fly(before.length === 0 ? statements : [...before, ...statements], before.length, answered)
  }

  /** Nobody waits for the first so many of them: where the flight fails, the transaction is lost. */
  #fly(statements: ReadonlyArray<Sent>, unawaited: number, answered: Answered): void {
    this.#client.send(statements, (refusal, answers) => {
      if (refusal === undefined) {
        if (this.#client.getTransactionStatus() === "T") this.#broken = undefined
        return answered(undefined, unawaited === 0 ? answers : answers.slice(unawaited))
      }
      const error = this.#judged(refusal)
      if (unawaited > 0) this.#lost ??= error
      answered(error, nothing)
    })
  }

  #judged(error: Error): SqlError {
    if (this.#client.getTransactionStatus() !== "E") return refused(error)
    this.#broken ??= refused(error)
    return this.#broken
  }
}

/** A statement that was not declared: without values it is not worth preparing. */
export const sentAs = (text: string, values: ReadonlyArray<unknown>): Sent => ({
  text,
  values,
  name: values.length === 0 ? undefined : metName(text)
})

const transformed = (
  rows: Effect.Effect<ReadonlyArray<object>, SqlError>,
  transform: Transform
): Effect.Effect<ReadonlyArray<object>, SqlError> =>
  transform === undefined ? rows : Effect.map(rows, transform)
