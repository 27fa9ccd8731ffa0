import { Data } from "effect"

/** The message for each reason of a failed fetch. */
const messages = {
  malformed: "It is not a web address. Give one such as https://www.example.com.",
  scheme: "Only addresses that begin with https:// (or http://, for websites) are fetched.",
  credentials: "It has a user name or password in it. Give the address without them.",
  port: "Only the standard web ports are supported. Give the address without a port.",
  private: "It is in a private network, which cannot be fetched from. Give a public address.",
  unknown_name: "No such name was found. Check the spelling of the address.",
  unreachable: "It did not respond. Check that it opens in a browser, then try again.",
  tls: "Its certificate is not valid, so its content cannot be trusted. Renew the certificate, then try again.",
  too_slow: "It took too long to respond. Try again later.",
  too_many_redirects: "It redirects too often. Give the final address of the redirects.",
  redirects_away: "It redirects to another domain. Give an address of that domain if it is the right one.",
  too_large: "It is too large to read.",
  wrong_type:
    "It is not of the kind that was to be fetched. Give the address of a page that opens in a browser.",
  garbled: "Its response is broken and cannot be read. Ask its operator to fix it."
} as const

export type FetchReason = keyof typeof messages

/** A fetch failed, or was rejected before anything was sent. */
export class FetchFailed extends Data.TaggedError("FetchFailed")<{
  readonly reason: FetchReason
  /** The URL that failed: after redirects, the last one that was to be followed. */
  readonly url: string
}> {
  override get message(): string {
    return `${this.url} could not be fetched. ${messages[this.reason]}`
  }

  /** Whether a later retry can succeed without any action. */
  get isRetryable(): boolean {
    return this.reason === "unreachable" || this.reason === "too_slow"
  }
}
