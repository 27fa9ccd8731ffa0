import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { root } from "../project.mjs"

const operations = "(?:apply|generate|get|latest|list|query|run|search_terms)"

/**
 * What makes the result of a test depend on the date. An instant alone does not: a row of `now()` is as old on a Friday
 * as on any day. A day does, and so do figures, because the demo's figures end yesterday.
 */
export const signs = [
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
