/** The maximum length of a URL, also after each redirect. Browsers and servers rarely accept longer ones. */
export const maxUrlLength = 2048

/** Limits for fetching from untrusted servers. */
export interface FetchLimits {
  /** Of the body after decompression. */
  readonly bytes: number
  /** Whether to truncate or reject a larger body. */
  readonly onOversize: "cut" | "refuse"
  readonly redirects: number
  /** The total time, from name resolution to the last byte. */
  readonly seconds: number
  /** The maximum time without data. */
  readonly idleSeconds: number
}

export const pageLimits: FetchLimits = {
  // More than nearly any page has, yet fast to read.
  bytes: 1024 * 1024,
  onOversize: "cut",
  redirects: 5,
  seconds: 20,
  idleSeconds: 8
}

/** For documents that are useless in part. */
export const documentLimits: FetchLimits = {
  bytes: 64 * 1024,
  onOversize: "refuse",
  redirects: 0,
  seconds: 10,
  idleSeconds: 5
}
