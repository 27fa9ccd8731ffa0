import pg from "pg"
import utils from "pg/lib/utils.js"

export interface OutgoingStatement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  /** The name of the prepared statement; unnamed statements are parsed every time. */
  readonly name?: string | undefined
  /** `array` has parsed values, `text` the texts that the server sends. Without it, rows are objects. */
  readonly rowMode?: RowMode | undefined
}

export type RowMode = "array" | "text"

/** The server's response to one statement. */
export interface StatementResult {
  readonly command: string
  readonly rows: ReadonlyArray<unknown>
}

type Parse = (text: string) => unknown

interface Columns {
  readonly names: ReadonlyArray<string>
  readonly parsers: ReadonlyArray<Parse>
  /** A row of nulls: copying one object is faster than adding properties. */
  readonly emptyRow: Readonly<Record<string, unknown>>
}

const noColumns: Columns = { names: [], parsers: [], emptyRow: {} }

/** The prepared statements of a connection. */
export class PreparedStatements {
  /** False behind a pooler that cannot keep them: every statement is then sent unnamed. */
  readonly enabled: boolean
  /** Their result columns, so that they are not described again. */
  readonly columns = new Map<string, Columns>()
  /** Sent for preparation, not confirmed yet. */
  readonly pending = new Set<string>()
  /** Failed during preparation: whether they are prepared is unknown. */
  readonly uncertain = new Set<string>()

  constructor(enabled = true) {
    this.enabled = enabled
  }
}

/** Undeclared members of pg's connection. */
export interface WireConnection {
  readonly parse: (message: { readonly name?: string | undefined; readonly text: string }) => void
  readonly bind: (message: {
    readonly statement?: string | undefined
    readonly values: Array<unknown>
  }) => void
  readonly describe: (message: { readonly type: "P"; readonly name: string }) => void
  readonly execute: (message: { readonly portal: string }) => void
  readonly close: (message: { readonly type: "S"; readonly name: string }) => void
  readonly sync: () => void
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

type OnFinished = (error: Error | undefined, results: ReadonlyArray<StatementResult>) => void

/**
 * pg passes responses to a query through these methods. It declares neither them nor that it requires its own
 * class.
 */
const PgQuery = pg.Query as unknown as new (text: string) => object

/**
 * Statements that are sent and completed together. One sync message at the end lets the server write its
 * responses in one packet. The first error ends it, and later statements do not run.
 */
export class RoundTrip extends PgQuery {
  /** Set if it could not be sent: a value cannot be serialized. */
  unsent = false
  readonly #statements: ReadonlyArray<OutgoingStatement>
  readonly #prepared: PreparedStatements
  readonly #parserOf: (oid: number) => Parse
  readonly #onFinished: OnFinished
  readonly #preparing: Array<string> = []
  readonly #results: Array<StatementResult> = []
  #rows: Array<unknown> = []
  #columns: Columns | undefined
  #decodeError: Error | undefined

  constructor(
    statements: ReadonlyArray<OutgoingStatement>,
    prepared: PreparedStatements,
    parserOf: (oid: number) => Parse,
    onFinished: OnFinished
  ) {
    super("")
    this.#statements = statements
    this.#prepared = prepared
    this.#parserOf = parserOf
    this.#onFinished = onFinished
  }

  submit(wire: WireConnection): Error | null {
    let values: ReadonlyArray<Array<unknown>>
    try {
      values = this.#statements.map((one) => one.values.map((value) => utils.prepareValue(value)))
    } catch (error) {
      this.unsent = true
      return error as Error
    }
    for (const [index, statement] of this.#statements.entries()) this.#write(wire, statement, values[index]!)
    wire.sync()
    return null
  }

  #nameOf({ name }: OutgoingStatement): string | undefined {
    return this.#prepared.enabled ? name : undefined
  }

  #write(wire: WireConnection, statement: OutgoingStatement, values: Array<unknown>): void {
    const { columns, uncertain, pending } = this.#prepared
    const { text } = statement
    const name = this.#nameOf(statement)
    const known = name !== undefined && columns.has(name)
    if (name === undefined) wire.parse({ text })
    else if (!known && !pending.has(name)) {
      if (uncertain.delete(name)) wire.close({ type: "S", name })
      wire.parse({ name, text })
      pending.add(name)
      this.#preparing.push(name)
    }
    wire.bind({ statement: name, values })
    if (!known) wire.describe({ type: "P", name: "" })
    wire.execute({ portal: "" })
  }

  handleRowDescription({ fields }: { readonly fields: ReadonlyArray<Field> }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID)),
      emptyRow: Object.fromEntries(fields.map(({ name }) => [name, null]))
    }
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const statement = this.#statements[this.#results.length]!
    const { rowMode } = statement
    const name = this.#nameOf(statement)
    this.#columns ??= (name !== undefined && this.#prepared.columns.get(name)) || noColumns
    try {
      this.#rows.push(
        rowMode === "text"
          ? fields
          : rowMode === "array"
            ? rowAsArray(this.#columns, fields)
            : rowAsObject(this.#columns, fields)
      )
    } catch (error) {
      this.#decodeError ??= error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.#nameOf(this.#statements[this.#results.length]!)
    if (name !== undefined && !this.#prepared.columns.has(name)) {
      this.#prepared.columns.set(name, this.#columns ?? noColumns)
      this.#prepared.pending.delete(name)
    }
    this.#results.push({ command: text.split(" ", 1)[0]!, rows: this.#rows })
    this.#rows = []
    this.#columns = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  handleError(error: Error): void {
    for (const name of this.#preparing) {
      if (this.#prepared.columns.has(name)) continue
      this.#prepared.pending.delete(name)
      this.#prepared.uncertain.add(name)
    }
    this.#onFinished(error, [])
  }

  handleReadyForQuery(): void {
    this.#onFinished(this.#decodeError, this.#results)
  }
}

const rowAsObject = ({ emptyRow, names, parsers }: Columns, fields: ReadonlyArray<string | null>): object => {
  const record = { ...emptyRow }
  for (let n = 0; n < names.length; n++) {
    const text = fields[n]!
    if (text !== null) record[names[n]!] = parsers[n]!(text)
  }
  return record
}

const rowAsArray = ({ parsers }: Columns, fields: ReadonlyArray<string | null>): ReadonlyArray<unknown> =>
  fields.map((text, n) => (text === null ? null : parsers[n]!(text)))
