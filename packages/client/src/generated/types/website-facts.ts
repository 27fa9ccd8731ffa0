// Generated from the contract by `npm run generate`. Do not edit.

/** Parameters of `client.websiteFacts.get`. */
export interface WebsiteFactsGetParams {
  /** The website, or one page of it. At most 2,048 characters. */
  readonly url: string
}

/** Response of `client.websiteFacts.get`. */
export interface WebsiteFactsGetAnswer {
  /** After redirects. */
  readonly url: string
  readonly read_at: string
  /** Two letters. */
  readonly language: string
  readonly name: string
  readonly phone: string | null
  /** Where the business is or works. */
  readonly places: ReadonlyArray<string>
  /** What is sold. */
  readonly offers: ReadonlyArray<{
    readonly name: string
    /** Service or product. */
    readonly kind: string
    /** Its page. */
    readonly url: string | null
    /** Sentences with a price. */
    readonly prices: ReadonlyArray<string>
  }>
  readonly pages: ReadonlyArray<{
    readonly url: string
    readonly title: string | null
    /** What an ad that leads to this page may quote. */
    readonly sentences: ReadonlyArray<string>
  }>
}
