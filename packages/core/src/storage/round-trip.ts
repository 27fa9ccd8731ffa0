import type pg from "pg"
import utils from "pg/lib/utils.js"
import { type OutgoingStatement, parserOf } from "./connection.ts"

/** The server's response to one statement. */
export interface StatementResult {
  readonly command: string
  readonly rows: ReadonlyArray<unknown>
}

interface Columns {
  readonly names: ReadonlyArray<string>
  readonly parsers: ReadonlyArray<(text: string) => unknown>
  /** A row of nulls: copying one object is faster than adding properties. */
  readonly emptyRow: Readonly<Record<string, unknown>>
}

/** The result columns of a connection's prepared statements, by name, so that they are not described again. */
export type PreparedStatements = Map<string, Columns>

type OnFinished = (error: Error | undefined, results: ReadonlyArray<StatementResult>) => void

const noColumns: Columns = { names: [], parsers: [], emptyRow: {} }

const rowAsObject = ({ emptyRow, names, parsers }: Columns, fields: ReadonlyArray<string | null>): object => {
  const row = { ...emptyRow }
  for (let n = 0; n < names.length; n++) {
    const text = fields[n]!
    if (text !== null) row[names[n]!] = parsers[n]!(text)
  }
  return row
}

/**
 * Statements of one transaction that are sent and completed together: a query class of pg, as its cursors are. One sync
 * message at the end lets the server answer in one packet. The first error ends it, and later statements do not run.
 * With pg's own queries, each with its sync, `npm run bench` prints 0.73 instead of 0.82 for a PATCH.
 */
export class RoundTrip implements pg.Submittable {
  readonly #statements: ReadonlyArray<OutgoingStatement>
  readonly #prepared: PreparedStatements
  readonly #onFinished: OnFinished
  readonly #results: Array<StatementResult> = []
  #rows: Array<unknown> = []
  #columns: Columns | undefined
  #decodeError: Error | undefined

  constructor(
    statements: ReadonlyArray<OutgoingStatement>,
    prepared: PreparedStatements,
    onFinished: OnFinished
  ) {
    this.#statements = statements
    this.#prepared = prepared
    this.#onFinished = onFinished
  }

  submit(connection: pg.Connection): Error | null {
    let values: ReadonlyArray<Array<Buffer | string | null>>
    try {
      values = this.#statements.map((one) => one.values.map((value) => utils.prepareValue(value)))
    } catch (error) {
      // pg then sends nothing, and calls `handleError`.
      return error as Error
    }
    const preparing = new Set<string>()
    connection.stream.cork()
    for (const [index, { name, text }] of this.#statements.entries()) {
      const isKnown = name !== undefined && this.#prepared.has(name)
      if (!isKnown && (name === undefined || !preparing.has(name))) {
        // An earlier round trip may have failed after it prepared the statement.
        if (name !== undefined) connection.close({ type: "S", name }, true)
        connection.parse({ name: name ?? "", text, types: [] }, true)
        if (name !== undefined) preparing.add(name)
      }
      connection.bind({ statement: name, values: values[index]! }, true)
      if (!isKnown) connection.describe({ type: "P", name: "" }, true)
      connection.execute({ portal: "" }, true)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { readonly fields: ReadonlyArray<pg.FieldDef> }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      emptyRow: Object.fromEntries(fields.map(({ name }) => [name, null]))
    }
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const { name } = this.#statements[this.#results.length]!
    this.#columns ??= (name !== undefined && this.#prepared.get(name)) || noColumns
    try {
      this.#rows.push(rowAsObject(this.#columns, fields))
    } catch (error) {
      this.#decodeError ??= error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { name } = this.#statements[this.#results.length]!
    if (name !== undefined && !this.#prepared.has(name)) this.#prepared.set(name, this.#columns ?? noColumns)
    this.#results.push({ command: text.split(" ", 1)[0]!, rows: this.#rows })
    this.#rows = []
    this.#columns = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  handleError(error: Error): void {
    this.#onFinished(error, [])
  }

  handleReadyForQuery(): void {
    this.#onFinished(this.#decodeError, this.#results)
  }
}
