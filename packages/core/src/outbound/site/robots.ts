import { Effect } from "effect"
import type { FetchFailed } from "../fetch/failure.ts"
import type { Fetcher } from "../fetch/fetcher.ts"
import { pageLimits } from "../fetch/limits.ts"
import type { IsolatedFailure, IsolatedRunner } from "../isolated/isolated.ts"
import { isolatedJob } from "../isolated/job.ts"
import type { isAllowed, parseRobots } from "./robots-rules.ts"

const parseJob = isolatedJob<typeof parseRobots>(import.meta.url, "./robots-rules.ts", "parseRobots")
const matchJob = isolatedJob<typeof isAllowed>(import.meta.url, "./robots-rules.ts", "isAllowed")

/** What a host asks of those who read it (RFC 9309). */
export interface Robots {
  readonly allows: (url: string) => Effect.Effect<boolean, IsolatedFailure>
  readonly sitemaps: ReadonlyArray<string>
  /** How long to rest between two pages; 0 where nothing is asked. */
  readonly delaySeconds: number
  /** It could not say at the moment what it asks, and is left alone until it can. */
  readonly closed: boolean
}

const limits = { ...pageLimits, bytes: 512 * 1024, seconds: 10, idleSeconds: 5 }

/** What holds where a host has no such file. */
const allowAll: Robots = {
  allows: () => Effect.succeed(true),
  sitemaps: [],
  delaySeconds: 0,
  closed: false
}
const closed: Robots = { ...allowAll, allows: () => Effect.succeed(false), closed: true }

const parseRobotsBody = (
  isolated: IsolatedRunner["Type"],
  body: Uint8Array
): Effect.Effect<Robots, IsolatedFailure> =>
  Effect.map(isolated.run(parseJob, new TextDecoder().decode(body)), ({ delaySeconds, rules, sitemaps }) => ({
    allows: (address) =>
      rules.length === 0 ? Effect.succeed(true) : isolated.run(matchJob, { rules, address }),
    sitemaps,
    delaySeconds,
    closed: false
  }))

/** Where websites are read from, and where what they say is parsed. */
export interface ReadingTools {
  readonly fetcher: Fetcher["Type"]
  readonly isolated: IsolatedRunner["Type"]
}

/** Reads what a host asks. Fails where it cannot be reached at all, which its pages would not be either. */
const readRobots = (
  { fetcher, isolated }: ReadingTools,
  origin: string,
  isSameDomain: (to: URL) => boolean
): Effect.Effect<Robots, FetchFailed | IsolatedFailure> =>
  fetcher.get(`${origin}/robots.txt`, { accept: ["text/plain"], limits, allowRedirect: isSameDomain }).pipe(
    Effect.flatMap(({ body, status }) => {
      if (status >= 500) return Effect.succeed(closed)
      return status === 200 ? parseRobotsBody(isolated, body) : Effect.succeed(allowAll)
    }),
    // A page where the file should be, or one that leads away, is a host that has none.
    Effect.catchTag("FetchFailed", (failure) =>
      ["wrong_type", "redirects_away", "too_many_redirects", "garbled"].includes(failure.reason)
        ? Effect.succeed(allowAll)
        : failure
    )
  )

/** The same for all hosts of a site, each asked once. */
export const robotsByHost = (tools: ReadingTools, isSameDomain: (to: URL) => boolean) => {
  const cache = new Map<string, Robots>()
  return ({ origin }: URL): Effect.Effect<Robots, FetchFailed | IsolatedFailure> => {
    const robots = cache.get(origin)
    return robots === undefined
      ? Effect.tap(readRobots(tools, origin, isSameDomain), (found) => cache.set(origin, found))
      : Effect.succeed(robots)
  }
}
