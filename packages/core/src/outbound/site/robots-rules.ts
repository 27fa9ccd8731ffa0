import { maxUrlLength } from "./limits.ts"

/* robots.txt according to RFC 9309, parsed in linear time. */

/** A rule of a host: paths that it allows or disallows. */
interface RobotsRule {
  readonly allow: boolean
  /** The literal parts of its path, with wildcards between them. */
  readonly parts: ReadonlyArray<string>
  /** Whether the path must end where the rule does. */
  readonly isAnchored: boolean
  /** The length as written: the longest matching rule decides. */
  readonly length: number
}

/** A host's rules that apply to us. */
interface RobotsRules {
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
