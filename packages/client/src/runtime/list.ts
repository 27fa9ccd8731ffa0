/** What every page of a list has beside its rows. */
export interface PageOf {
  /** Rows in the whole list. */
  readonly total: number
  readonly next_cursor: string | null
}

/**
 * A list, which comes in pages. Nothing is asked for until it is read:
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

  /** One page, as the service answers it: the first, or the one that `cursor` names. */
  page(): Promise<Page> {
    return this.#pageAt()
  }

  /** Page after page, up to the last. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.#pageAt()
    yield page
    while (page.next_cursor !== null) {
      page = await this.#pageAt(page.next_cursor)
      yield page
    }
  }

  /** Row after row; the next page is asked for when the rows of one are used up. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* this.rowsOf(page)
  }

  /** Every row at once. */
  async all(): Promise<Array<Row>> {
    const rows: Array<Row> = []
    for await (const page of this.pages()) rows.push(...this.rowsOf(page))
    return rows
  }

  /** The rows of a page, whatever their name in it. */
  rowsOf(page: Page): ReadonlyArray<Row> {
    return (page as unknown as Readonly<Record<string, ReadonlyArray<Row>>>)[this.#rows] ?? []
  }
}
