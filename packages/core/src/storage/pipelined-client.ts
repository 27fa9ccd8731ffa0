import pg from "pg"
import { isFarewell, quiet } from "./connection.ts"
import { type Answer, Flight, PreparedStatements, type Sent } from "./flight.ts"

/** What pg's client and connection have and use but do not declare. */
interface Inner {
  _queryable: boolean
  readonly processID: number | null
  readonly secretKey: number | null
}
interface Writing extends pg.Connection {
  _send: (message: Buffer) => boolean
}
interface Canceling extends pg.Connection {
  readonly connect: (portOrPath: number | string, host?: string) => void
  readonly cancel: (processId: number, secretKey: number) => void
  readonly unref: () => void
}

type Refusal = Error & { readonly code?: string; readonly severity?: string }

export type Answered = (error: Refusal | undefined, answers: ReadonlyArray<Answer>) => void

const nothing: ReadonlyArray<Answer> = []

/** Without a name and values it may be several statements in one piece, which only the simple protocol takes. */
export const isSimple = ({ name, values }: Sent): boolean => name === undefined && values.length === 0

/** Errors after which a connection's prepared statements can no longer be trusted: a table or a server changed. */
const staleCodes = new Set(["0A000", "26000", "25006"])

/**
 * A connection that sends statements without waiting for the answers before them. The server works through them
 * in order and answers in order. Whatever is sent in one turn of the event loop leaves in one packet.
 */
export class PipelinedClient extends pg.Client {
  readonly #inner = this as unknown as Inner
  readonly #prepared = new PreparedStatements()
  readonly #parserOf = (oid: number) => this.getTypeParser(oid, "text") as (text: string) => unknown
  #unanswered = 0
  #waitingSince = 0
  #refused: Array<() => void> = []
  #idle: Array<() => void> = []
  /** It must not be used again: its prepared statements are no longer what we believe, or it is being closed. */
  spoiled = false

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
    quiet(this)
    gatherWrites(this.connection as Writing)
    // Once connected, so that pg has heard of everything before we do.
    this.once("connect", () => {
      this.connection.on("errorMessage", (error: pg.DatabaseError) => {
        // A server that ends a session says so before it closes the socket: nobody may use it in between.
        if (isFarewell(error)) this.#inner._queryable = false
      })
      this.connection.on("readyForQuery", () => this.#tellRefused())
    })
    this.on("end", () => this.#tellRefused())
  }

  /** Whether nothing is under way and no transaction is open, so that the next one can have it. */
  get isFree(): boolean {
    return this.#unanswered === 0 && this.getTransactionStatus() === "I" && !this.spoiled
  }

  /** Since when the server owes an answer, on the clock of `performance.now()`; undefined where it owes none. */
  get waitingSince(): number | undefined {
    return this.#unanswered === 0 ? undefined : this.#waitingSince
  }

  /** How many statements are still to be answered. */
  get unanswered(): number {
    return this.#unanswered
  }

  /**
   * Sends statements, in this order. They are answered once the server is ready for the next ones, also where it
   * refuses, so that by then the state of the transaction is known.
   */
  send(statements: ReadonlyArray<Sent>, answered: Answered): void {
    let done = false
    const finish: Answered = (error, answers) => {
      if (done) return
      done = true
      this.#unanswered--
      this.#waitingSince = performance.now()
      answered(error, answers)
      if (this.#unanswered === 0) for (const tell of this.#idle.splice(0)) tell()
    }
    const refuse = (error: Refusal, unsent = false) => {
      if (staleCodes.has(error.code ?? "")) this.spoiled = true
      if (unsent || !this.#inner._queryable) return finish(error, nothing)
      this.#refused.push(() => finish(error, nothing))
    }
    if (this.#unanswered++ === 0) this.#waitingSince = performance.now()
    const [only] = statements
    if (statements.length === 1 && isSimple(only!)) {
      this.query(
        { text: only!.text, rowMode: only!.rowMode } as pg.QueryConfig,
        (error: Refusal | null, result) =>
          error ? refuse(error) : finish(undefined, Array.isArray(result) ? result : [result])
      )
      return
    }
    const flight: Flight = new Flight(statements, this.#prepared, this.#parserOf, (error, answers) =>
      error === undefined ? finish(undefined, answers) : refuse(error, flight.unsent)
    )
    this.query(flight as unknown as pg.Submittable)
  }

  /** Whether everything is answered within so long. */
  settled(millis: number): Promise<boolean> {
    if (this.#unanswered === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), millis)
      this.#idle.push(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  /** Asks the server to give up what it is doing, by the protocol's own way, which needs no free connection. */
  cancelRunning(): void {
    const { processID, secretKey } = this.#inner
    if (processID === null || secretKey === null) return
    // The request may come late and meet a statement that it was not meant for.
    this.spoiled = true
    const connection = new pg.Connection() as Canceling
    connection.on("error", () => {})
    connection.on("connect", () => {
      connection.cancel(processID, secretKey)
      connection.end()
    })
    if (this.host.startsWith("/")) connection.connect(`${this.host}/.s.PGSQL.${this.port}`)
    else connection.connect(this.port, this.host)
    connection.unref()
  }

  /** Closes the socket at once. What is under way is answered as lost. */
  destroy(why?: Error): void {
    this.spoiled = true
    this.connection.stream.destroy(why)
  }

  #tellRefused(): void {
    for (const tell of this.#refused.splice(0)) tell()
  }
}

/**
 * A statement is five messages. Writing those of a whole flight as one piece costs one system call with one
 * buffer, where pg's own way costs one for each statement with a list of them.
 */
const gatherWrites = (connection: Writing): void => {
  let gathered: Array<Buffer> = []
  const flush = (): void => {
    const { stream } = connection
    const messages = gathered
    gathered = []
    if (stream.writable) stream.write(messages.length === 1 ? messages[0] : Buffer.concat(messages))
  }
  connection._send = (message) => {
    if (!connection.stream.writable) return false
    if (gathered.push(message) === 1) process.nextTick(flush)
    return true
  }
}
