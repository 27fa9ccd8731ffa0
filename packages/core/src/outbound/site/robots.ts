import { Effect } from "effect"
import type { Fetcher } from "../fetch/fetcher.ts"
import { type FetchFailed, pageLimits } from "../fetch/target.ts"
import { type IsolatedFailure, type IsolatedRunner, isolatedJob } from "../isolated/isolated.ts"
import { maxCount, maxUrlLength } from "./limits.ts"
import type { parseSitemap, Sitemap } from "./parse-sitemap.ts"

/* robots.txt according to RFC 9309, parsed in linear time. */

/** A rule of a host: paths that it allows or disallows. */
export interface RobotsRule {
  readonly allow: boolean
  /** The literal parts of its path, with wildcards between them. */
  readonly parts: ReadonlyArray<string>
  /** Whether the path must end where the rule does. */
  readonly isAnchored: boolean
  /** The length as written: the longest matching rule decides. */
  readonly length: number
}

/** A host's rules that apply to us. */
export interface RobotsRules {
  readonly rules: ReadonlyArray<RobotsRule>
  readonly sitemaps: ReadonlyArray<string>
  readonly delaySeconds: number
}

/** Our product token in robots.txt. */
const userAgentName = "adwarden"

/** Far more than real files have. */
const maxLines = 50_000
const maxRules = 5000
const maxSitemaps = 10

/** Normalises a path: percent-encodes invalid characters, and capitalises the codes. */
const normalizePath = (path: string): string =>
  path
    .toWellFormed()
    .replaceAll(/[ "<>^`{}]|[^\0-\x7f]+/g, (text) => encodeURIComponent(text))
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())

/** The rule of a line; null for one that matches nothing. */
const ruleOf = (allow: boolean, value: string): RobotsRule | null => {
  if (value === "") return null
  const isAnchored = value.endsWith("$")
  const path = value.replaceAll(/\*+/g, "*")
  // Every literal character needs one of the URL, and no URL is that long.
  if (path.length > 2 * maxUrlLength) return null
  const parts = normalizePath(isAnchored ? path.slice(0, -1) : path).split("*")
  return { allow, parts, isAnchored, length: normalizePath(path).length }
}

/**
 * Whether a rule covers a path. Each part is searched after the previous one, so there is no backtracking.
 */
const matchesPath = ({ parts, isAnchored }: RobotsRule, path: string): boolean => {
  const [first = "", ...others] = parts
  if (!path.startsWith(first)) return false
  const last = isAnchored ? others.pop() : undefined
  let at = first.length
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  if (!isAnchored) return true
  return last === undefined ? at === path.length : path.endsWith(last) && path.length - last.length >= at
}

interface Group {
  readonly names: Set<string>
  readonly rules: Array<RobotsRule>
  delay: number | null
}

/** Groups of rules with their user agents, and the sitemaps. */
const groupsOf = (text: string) => {
  const groups: Array<Group> = []
  const sitemaps: Array<string> = []
  let inUserAgentLines = false
  for (const line of text.split(/\r\n|\r|\n/, maxLines)) {
    const colon = line.indexOf(":")
    if (colon === -1 || colon > 100) continue
    const key = line.slice(0, colon).trim().toLowerCase()
    const value = line
      .slice(colon + 1)
      .split("#", 1)[0]!
      .trim()
    if (key.startsWith("#")) continue
    const group = groups.at(-1)
    if (key === "user-agent") {
      const name = value.split("/", 1)[0]!.trim().toLowerCase()
      if (inUserAgentLines && group !== undefined) group.names.add(name)
      else groups.push({ names: new Set([name]), rules: [], delay: null })
      inUserAgentLines = true
      continue
    }
    if (key === "sitemap") {
      if (sitemaps.length < maxSitemaps && value.length <= maxUrlLength) sitemaps.push(value)
      continue
    }
    if (key === "allow" || key === "disallow") {
      const rule = ruleOf(key === "allow", value)
      if (rule !== null) group?.rules.push(rule)
    }
    if (key === "crawl-delay" && group !== undefined && Number.isFinite(Number(value))) {
      group.delay = Number(value)
    }
    inUserAgentLines = false
  }
  return { groups, sitemaps }
}

export const parseRobots = (text: string): RobotsRules => {
  const { groups, sitemaps } = groupsOf(text.replace(/^\ufeff/, ""))
  const namedGroups = groups.filter(({ names }) => names.has(userAgentName))
  // Groups that name us replace the general ones.
  const applicableGroups = namedGroups.length > 0 ? namedGroups : groups.filter(({ names }) => names.has("*"))
  return {
    rules: applicableGroups.flatMap(({ rules }) => rules).slice(0, maxRules),
    sitemaps,
    delaySeconds: applicableGroups.reduce((longest, { delay }) => Math.max(longest, delay ?? 0), 0)
  }
}

/**
 * Whether the rules allow a URL: the longest matching rule decides; of two equally long ones, the permissive
 * one.
 */
export const isAllowed = ({
  address,
  rules
}: {
  readonly rules: ReadonlyArray<RobotsRule>
  readonly address: string
}): boolean => {
  const { pathname, search } = new URL(address)
  const path = normalizePath(pathname + search)
  if (path.length > 3 * maxUrlLength) return false
  let matchingRule: RobotsRule | null = null
  for (const rule of rules) {
    const weight = matchingRule?.length ?? -1
    if (rule.length < weight || (rule.length === weight && !rule.allow)) continue
    if (matchesPath(rule, path)) matchingRule = rule
  }
  return matchingRule?.allow ?? true
}

const robotsJob = isolatedJob<typeof parseRobots>(import.meta.url, "./robots.ts", "parseRobots")
const matchJob = isolatedJob<typeof isAllowed>(import.meta.url, "./robots.ts", "isAllowed")

/** A host's crawling rules (RFC 9309). */
interface Robots {
  readonly allows: (url: string) => Effect.Effect<boolean, IsolatedFailure>
  readonly sitemaps: ReadonlyArray<string>
  /** The delay between two pages; 0 if none is set. */
  readonly delaySeconds: number
  /** The host could not return its rules for now, so it is not crawled. */
  readonly closed: boolean
}

const robotsLimits = { ...pageLimits, bytes: 512 * 1024, seconds: 10, idleSeconds: 5 }

/** The rules of a host without such a file. */
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
  Effect.map(
    isolated.run(robotsJob, new TextDecoder().decode(body)),
    ({ delaySeconds, rules, sitemaps }) => ({
      allows: (address) =>
        rules.length === 0 ? Effect.succeed(true) : isolated.run(matchJob, { rules, address }),
      sitemaps,
      delaySeconds,
      closed: false
    })
  )

/** Fetches and parses websites. */
export interface ReadingTools {
  readonly fetcher: Fetcher["Type"]
  readonly isolated: IsolatedRunner["Type"]
}

/** Reads a host's rules. Fails if the host is unreachable, which its pages would be too. */
const readRobots = (
  { fetcher, isolated }: ReadingTools,
  origin: string,
  isSameDomain: (to: URL) => boolean
): Effect.Effect<Robots, FetchFailed | IsolatedFailure> =>
  fetcher
    .get(`${origin}/robots.txt`, {
      accept: ["text/plain"],
      limits: robotsLimits,
      allowRedirect: isSameDomain
    })
    .pipe(
      Effect.flatMap(({ body, status }) => {
        if (status >= 500) return Effect.succeed(closed)
        return status === 200 ? parseRobotsBody(isolated, body) : Effect.succeed(allowAll)
      }),
      // An HTML page in place of the file, or a redirect to another site, counts as no file.
      Effect.catchTag("FetchFailed", (failure) =>
        ["wrong_type", "redirects_away", "too_many_redirects", "garbled"].includes(failure.reason)
          ? Effect.succeed(allowAll)
          : failure
      )
    )

/** Reads the rules of each host of a site once. */
export const robotsByHost = (tools: ReadingTools, isSameDomain: (to: URL) => boolean) => {
  const cache = new Map<string, Robots>()
  return ({ origin }: URL): Effect.Effect<Robots, FetchFailed | IsolatedFailure> => {
    const robots = cache.get(origin)
    return robots === undefined
      ? Effect.tap(readRobots(tools, origin, isSameDomain), (found) => cache.set(origin, found))
      : Effect.succeed(robots)
  }
}

const sitemapJob = isolatedJob<typeof parseSitemap>(import.meta.url, "./parse-sitemap.ts", "parseSitemap")

const sitemapTypes = [
  "application/xml",
  "text/xml",
  "application/rss+xml",
  "application/atom+xml",
  "text/plain"
]
const sitemapLimits = { ...pageLimits, seconds: 10, idleSeconds: 5 }

/**
 * The pages that a site lists in its sitemaps. They are optional: a broken, missing or unreachable one lists
 * no pages.
 */
export const readSitemaps = (
  { fetcher, isolated }: ReadingTools,
  addresses: ReadonlyArray<string>,
  isSameDomain: (to: URL) => boolean
): Effect.Effect<ReadonlyArray<string>> => {
  const read = (address: string): Effect.Effect<Sitemap> =>
    !URL.canParse(address) || !isSameDomain(new URL(address))
      ? Effect.succeed({ pages: [], maps: [] })
      : fetcher
          .get(address, { accept: sitemapTypes, limits: sitemapLimits, allowRedirect: isSameDomain })
          .pipe(
            Effect.flatMap(({ body }) => isolated.run(sitemapJob, new TextDecoder().decode(body))),
            Effect.orElseSucceed(() => ({ pages: [], maps: [] }))
          )
  const all = (maps: ReadonlyArray<string>) =>
    Effect.forEach([...new Set(maps)].slice(0, maxCount.sitemaps), read, { concurrency: 2 })
  return Effect.gen(function* () {
    const first = yield* all(addresses)
    const nested = yield* all(first.flatMap(({ maps }) => maps))
    return [...first, ...nested].flatMap(({ pages }) => pages).slice(0, maxCount.sitemapPages)
  })
}
