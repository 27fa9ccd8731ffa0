import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../project.mjs"
import { Stop } from "../stop.mjs"

/**
 * Every weekday, because reports are of weeks, and moments at which date arithmetic is error-prone. A run starts at this instant and its clock continues, so a
 * run that starts before midnight or a clock change also passes it.
 *
 * The demo's accounts are in America/Los_Angeles, America/New_York, America/Chicago and Europe/Dublin.
 */
export const moments = [
  { name: "monday", at: "2027-06-14T12:00:00Z", why: "an ordinary Monday" },
  { name: "tuesday", at: "2027-06-15T12:00:00Z", why: "an ordinary Tuesday" },
  { name: "wednesday", at: "2027-06-16T12:00:00Z", why: "an ordinary Wednesday" },
  { name: "thursday", at: "2027-06-17T12:00:00Z", why: "an ordinary Thursday" },
  { name: "friday", at: "2027-06-18T12:00:00Z", why: "an ordinary Friday" },
  { name: "saturday", at: "2027-06-19T12:00:00Z", why: "an ordinary Saturday" },
  { name: "sunday", at: "2027-06-20T12:00:00Z", why: "an ordinary Sunday" },
  { name: "monday-night", at: "2027-01-11T00:30:00Z", why: "Monday in UTC, still Sunday in America" },
  { name: "us-spring", at: "2027-03-14T09:59:30Z", why: "clocks go forward in Los Angeles" },
  { name: "us-spring-after", at: "2027-03-15T07:30:00Z", why: "half an hour after the day of 23 hours" },
  { name: "us-autumn", at: "2027-11-07T08:59:30Z", why: "clocks go back in Los Angeles" },
  { name: "us-autumn-after", at: "2027-11-08T07:30:00Z", why: "the last half hour of the day of 25 hours" },
  { name: "dublin-spring", at: "2027-03-28T00:59:30Z", why: "clocks go forward in Dublin" },
  { name: "dublin-spring-after", at: "2027-03-28T23:30:00Z", why: "half an hour after the day of 23 hours" },
  { name: "dublin-autumn", at: "2027-10-31T00:59:30Z", why: "clocks go back in Dublin" },
  {
    name: "dublin-autumn-after",
    at: "2027-10-31T23:30:00Z",
    why: "the last half hour of the day of 25 hours"
  },
  { name: "month-end", at: "2027-04-30T23:59:00Z", why: "the last minute of a month" },
  { name: "month-start", at: "2027-05-01T00:00:05Z", why: "the first minute of a month" },
  { name: "year-end", at: "2027-12-31T23:59:00Z", why: "the last minute of a year" },
  { name: "year-start", at: "2028-01-01T00:00:05Z", why: "the first minute of a year" },
  { name: "leap-day", at: "2028-02-29T12:00:00Z", why: "29 February" }
]

const operations = "(?:apply|generate|get|latest|list|query|run|search_terms)"

/**
 * What makes the result of a test depend on the date. An instant alone does not: a row of `now()` is as old on a Friday
 * as on any day. A day does, and so do figures, because the demo's figures end yesterday.
 */
const signs = [
  {
    why: "reads the clock",
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bcurrentTime(?:Millis|Nanos)\b|\bDateTime\.(?:now|unsafeNow)\b/
  },
  {
    why: "computes with days in SQL",
    pattern: /\bcurrent_date\b|::date\b|\bdate_trunc\(|\binterval '[^']*(?:day|week|month|year)s?'/
  },
  {
    why: "reads figures or what is computed from them",
    pattern: new RegExp(
      [
        // Operations by their names in the contract, the CLI's commands, tools, and paths of REST and of pages.
        String.raw`"(?:detectors|performance|recommendations|reports|strategy)(?:"|\.${operations}")`,
        String.raw`\bsvc_(?:\w+_report|\w+_strateg\w+|get_performance|get_search_terms|query|run_detector)\b`,
        String.raw`/(?:performance|reports|search-terms|strategy)\b`,
        String.raw`\b(?:data_until|platform_changes|spend)\b`
      ].join("|")
    )
  }
]

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const imports = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.[^"]+)"/g

/** Returns the paths of the packages' test files. */
export function testFiles(tree = root) {
  return readdirSync(join(tree, "packages")).flatMap((name) => {
    const folder = join(tree, "packages", name, "test")
    if (!existsSync(folder)) return []
    return readdirSync(folder, { recursive: true })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => relative(tree, join(folder, path)))
      .sort()
  })
}

/**
 * Returns the test files whose results depend on the date, with the reasons: the file, or a test helper that it imports,
 * shows one of the signs. Product sources are not followed, since all of them reach the clock somewhere.
 */
export function findDateDependent(tree = root) {
  const read = new Map()
  /** The signs of a file itself, and the test helpers that it imports. */
  const partsOf = (file) => {
    if (!read.has(file)) {
      const text = readFileSync(join(tree, file), "utf8").replace(comments, "")
      const helpers = [...text.matchAll(imports)]
        .map(([, path]) => relative(tree, resolve(tree, dirname(file), path)))
        .filter((path) => /^packages\/[^/]+\/test\/.*\.m?ts$/.test(path) && existsSync(join(tree, path)))
      read.set(file, {
        helpers,
        whys: signs.filter(({ pattern }) => pattern.test(text)).map(({ why }) => why)
      })
    }
    return read.get(file)
  }
  const whysOf = (file, seen = new Set()) => {
    if (seen.has(file)) return []
    seen.add(file)
    const { helpers, whys } = partsOf(file)
    return [...whys, ...helpers.flatMap((helper) => whysOf(helper, seen))]
  }
  return testFiles(tree)
    .map((file) => ({ file, whys: [...new Set(whysOf(file))] }))
    .filter(({ whys }) => whys.length > 0)
}

const options = {
  at: { type: "string", multiple: true },
  all: { type: "boolean" },
  list: { type: "boolean" }
}

/** Parses the command line: which moments to run, and which test files; all of them if there are none. */
export function planOf(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stop(`${error.message.split(". ")[0]}. The options are --at, --all and --list.`)
  }
  const { at = [], all = false, list = false } = parsed.values
  const unknown = at.find((name) => moments.every((moment) => moment.name !== name))
  if (unknown !== undefined) {
    throw new Stop(
      `There is no moment "${unknown}". Use one of ${moments.map(({ name }) => name).join(", ")}.`
    )
  }
  const given = parsed.positionals
  return {
    moments: at.length === 0 ? moments : moments.filter(({ name }) => at.includes(name)),
    files: given.length > 0 ? given : all ? [] : findDateDependent().map(({ file }) => file),
    list
  }
}
