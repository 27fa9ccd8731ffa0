import pg from "pg"

/** What statements cost Postgres: independent of other load on the machine. */
export interface Cost {
  /** Pages of 8 KB that were touched, cached or not. */
  readonly pages: number
  /** Rows that the statements returned or changed. */
  readonly rows: number
  readonly statements: number
  /** Milliseconds of execution, which other load affects. */
  readonly millis: number
  /** The statement that touched the most pages. */
  readonly worst: { readonly text: string; readonly pages: number } | null
}

/** Reads what statements cost from pg_stat_statements, on a connection of its own. */
export class Meter {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(url: string): Promise<Meter> {
    const client = new pg.Client(url)
    await client.connect()
    // The server ends with the run, also with a failed one.
    client.on("error", () => undefined)
    await client.query("create extension if not exists pg_stat_statements")
    return new Meter(client)
  }

  /** The cost of everything that the server does while the work runs. */
  async measure(work: () => Promise<unknown>): Promise<Cost> {
    await this.#client.query("select pg_stat_statements_reset()")
    await work()
    const { rows } = await this.#client.query<{
      pages: string
      rows: string
      calls: string
      millis: number
      text: string
    }>(`select (shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read + temp_blks_read) as pages,
        rows, calls, total_exec_time as millis, query as text
      from pg_stat_statements where query not like '%pg_stat_statements%' order by 1 desc`)
    const sum = (of: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0)
    const [worst] = rows
    return {
      pages: sum((row) => Number(row.pages)),
      rows: sum((row) => Number(row.rows)),
      statements: sum((row) => Number(row.calls)),
      millis: sum((row) => row.millis),
      worst: worst === undefined ? null : { text: worst.text, pages: Number(worst.pages) }
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

/** The cost of one of several equal runs. */
export const costOfOne = (cost: Cost, runs: number): Cost => ({
  pages: cost.pages / runs,
  rows: cost.rows / runs,
  statements: cost.statements / runs,
  millis: cost.millis / runs,
  worst: cost.worst
})
