import { Data } from "effect"
import type { FetchFailed, FetchReason } from "../fetch/target.ts"
import type { IsolatedFailure } from "../isolated/isolated.ts"

/** Messages for a website that was reached and still cannot be read. */
const messages = {
  no_domain: "is not an address of a website. Give one such as https://www.example.com.",
  forbidden_by_robots:
    'asks not to be read, in its robots.txt. Allow "Adwarden" there (User-agent: Adwarden, Allow: /), then try again.',
  unsteady: "responds with a server error. Try again when it works in a browser.",
  refused:
    "does not show its home page to visitors. Check that it opens in a private window of a browser, then try again.",
  empty:
    "has no readable text. Put headings and text on its pages, or give the address of a page that has some.",
  unparsable:
    "could not be parsed: its pages, its robots.txt or its structure take more time or memory than a website gets. Give the address of a simpler page of it.",
  needs_javascript:
    "shows its text only to browsers that run its scripts, so nothing could be read. Give the address of a page whose text is in its HTML, or render the site on its server."
} as const

type UnreadableReason = FetchReason | keyof typeof messages

/** A website that cannot be read. Its message states what to do. */
export class SiteUnreadable extends Data.TaggedError("SiteUnreadable")<{
  readonly reason: UnreadableReason
  readonly url: string
  /** What happened and what to do. */
  readonly message: string
  /** Whether a later retry can succeed. */
  readonly isRetryable: boolean
}> {}

export const unreadableSite = (reason: keyof typeof messages, url: string): SiteUnreadable =>
  new SiteUnreadable({
    reason,
    url,
    message: `${url} ${messages[reason]}`,
    isRetryable: reason === "unsteady"
  })

export const siteNotFetched = ({ isRetryable, message, reason, url }: FetchFailed): SiteUnreadable =>
  new SiteUnreadable({ reason, url, message, isRetryable })

/** The parser failed. The same pages would fail again, so this is not retried. */
export const siteNotParsed = ({ isRetryable }: IsolatedFailure, url: string): SiteUnreadable =>
  new SiteUnreadable({ reason: "unparsable", url, message: `${url} ${messages.unparsable}`, isRetryable })
