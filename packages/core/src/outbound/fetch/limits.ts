/** How much of anything is taken from a stranger. */
export interface FetchLimits {
  /** Of the body as it is after unpacking. */
  readonly bytes: number
  /** What is done with a body that is larger: read up to there, or refused. */
  readonly onOversize: "cut" | "refuse"
  readonly redirects: number
  /** For all of it, from the first look-up to the last byte. */
  readonly seconds: number
  /** For which nothing may come. */
  readonly idleSeconds: number
}

export const pageLimits: FetchLimits = {
  // More than nearly any page has, and little enough that reading it holds nobody up.
  bytes: 1024 * 1024,
  onOversize: "cut",
  redirects: 5,
  seconds: 20,
  idleSeconds: 8
}

/** For documents that are worth nothing in part. */
export const documentLimits: FetchLimits = {
  bytes: 64 * 1024,
  onOversize: "refuse",
  redirects: 0,
  seconds: 10,
  idleSeconds: 5
}

/** Characters of an address, after each redirect too. Browsers and servers take few that are longer. */
export const maxUrlLength = 2048
