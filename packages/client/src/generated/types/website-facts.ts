// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

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
  readonly places: ReadonlyArray<string>
  /** What is sold. */
  readonly offers: ReadonlyArray<{
    readonly name: string
    readonly kind: Open<"service" | "product">
    /** Its page. */
    readonly url: string | null
    /** Sentences with a price. */
    readonly prices: ReadonlyArray<string>
  }>
  readonly pages: ReadonlyArray<{
    readonly url: string
    readonly title: string | null
    /** What its ads may quote. */
    readonly sentences: ReadonlyArray<string>
  }>
}
