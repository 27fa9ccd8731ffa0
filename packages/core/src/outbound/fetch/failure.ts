import { Data } from "effect"

/** The message for each reason of a failed fetch. */
const messages = {
  malformed: "It is not a web address. Give one such as https://www.example.com.",
  scheme: "Only addresses that begin with https:// (or http://, for websites) are fetched.",
  credentials: "It has a user name or password in it. Give the address without them.",
  port: "Only the usual ports of the web are fetched from. Give the address without a port.",
  private:
    "It leads into a private network, where nothing is fetched from. Give an address of the open internet.",
  unknown_name: "No such name was found. Check the spelling of the address.",
  unreachable: "It did not answer. See that it opens in a browser, then try again.",
  tls: "Its certificate is not valid, so what it says cannot be trusted. Have the certificate renewed, then try again.",
  too_slow: "It took too long to answer. Try again when it is faster.",
  too_many_redirects: "It redirects again and again. Give the address where the redirects are to end.",
  redirects_away: "It redirects to another domain. Give the address of that one if it is meant.",
  too_large: "It is larger than what is read.",
  wrong_type:
    "It is not of the kind that was to be fetched. Give the address of a page that opens in a browser.",
  garbled: "What it answers is broken and cannot be read. Have it looked at by whoever runs it."
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
