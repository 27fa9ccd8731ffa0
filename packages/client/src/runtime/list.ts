/** The fields that every page of a list has in addition to its rows. */
export interface PageOf {
  /** The number of rows in the whole list. */
  readonly total: number
  readonly next_cursor: string | null
}

/**
 * A paginated list. Requests are sent when reading starts.
 *
 * ```ts
 * for await (const campaign of client.campaigns.list()) console.log(campaign.slug)
 * const { total, campaigns } = await client.campaigns.list({ limit: 5 }).page()
 * ```
 */
export class List<Row, Page extends PageOf> implements AsyncIterable<Row> {
  readonly #pageAt: (cursor?: string) => Promise<Page>
  readonly #rows: string

  constructor(pageAt: (cursor?: string) => Promise<Page>, rows: string) {
    this.#pageAt = pageAt
    this.#rows = rows
  }

  /** Returns one page as the service sends it: the first page, or the one at `cursor`. */
  page(): Promise<Page> {
    return this.#pageAt()
  }

  /** Yields every page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.#pageAt()
    yield page
    while (page.next_cursor !== null) {
      page = await this.#pageAt(page.next_cursor)
      yield page
    }
  }

  /** Yields every row. The next page is requested when the rows of the current one are consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* this.rowsOf(page)
  }

  /** Returns all rows. */
  async all(): Promise<Array<Row>> {
    const rows: Array<Row> = []
    for await (const page of this.pages()) rows.push(...this.rowsOf(page))
    return rows
  }

  /** Returns the rows of a page, whatever their field is called. */
  rowsOf(page: Page): ReadonlyArray<Row> {
    return (page as unknown as Readonly<Record<string, ReadonlyArray<Row>>>)[this.#rows] ?? []
  }
}
