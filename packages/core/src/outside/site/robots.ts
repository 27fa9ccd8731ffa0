import { Effect } from "effect"
import robotsParser from "robots-parser"
import type { FetchFailed } from "../fetch/failure.ts"
import type { Fetcher } from "../fetch/fetcher.ts"
import { pageLimits } from "../fetch/limits.ts"

/** What a host asks of those who read it (RFC 9309). */
export interface Robots {
  readonly allows: (url: string) => boolean
  readonly sitemaps: ReadonlyArray<string>
  /** How long to rest between two pages; 0 where nothing is asked. */
  readonly delaySeconds: number
  /** It could not say at the moment what it asks, and is left alone until it can. */
  readonly closed: boolean
}

/** The name under which a host may speak to us alone. */
const ourName = "Adwarden"

const limits = { ...pageLimits, bytes: 512 * 1024, seconds: 10, idleSeconds: 5 }

export const parseRobots = (address: string, text: string): Robots => {
  const robots = robotsParser(address, text)
  return {
    allows: (url) => robots.isAllowed(url, ourName) !== false,
    sitemaps: robots.getSitemaps(),
    delaySeconds: robots.getCrawlDelay(ourName) ?? 0,
    closed: false
  }
}

/** What holds where a host has no such file. */
const nothingAsked: Robots = { allows: () => true, sitemaps: [], delaySeconds: 0, closed: false }
const closed: Robots = { ...nothingAsked, allows: () => false, closed: true }

/** Reads what a host asks. Fails where it cannot be reached at all, which its pages would not be either. */
const readRobots = (
  fetcher: Fetcher["Type"],
  origin: string,
  stay: (to: URL) => boolean
): Effect.Effect<Robots, FetchFailed> => {
  const address = `${origin}/robots.txt`
  return fetcher.get(address, { accept: ["text/plain"], limits, stay }).pipe(
    Effect.map(({ body, status }) => {
      if (status >= 500) return closed
      return status === 200 ? parseRobots(address, new TextDecoder().decode(body)) : nothingAsked
    }),
    // A page where the file should be, or one that leads away, is a host that has none.
    Effect.catchIf(
      ({ reason }) => ["wrong_type", "redirects_away", "too_many_redirects", "garbled"].includes(reason),
      () => Effect.succeed(nothingAsked)
    )
  )
}

/** The same for all hosts of a site, each asked once. */
export const robotsByHost = (fetcher: Fetcher["Type"], stay: (to: URL) => boolean) => {
  const known = new Map<string, Robots>()
  return ({ origin }: URL): Effect.Effect<Robots, FetchFailed> => {
    const robots = known.get(origin)
    return robots === undefined
      ? Effect.tap(readRobots(fetcher, origin, stay), (found) => known.set(origin, found))
      : Effect.succeed(robots)
  }
}
