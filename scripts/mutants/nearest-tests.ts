import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { modulesNamedIn } from "../module-graph/imports.ts"
import { root } from "../module-graph/output-files.ts"

const importCache = new Map<string, ReadonlyArray<string>>()

/** Returns the files that a file imports by a relative path. */
const importsOf = (file: string): ReadonlyArray<string> => {
  const cached = importCache.get(file)
  if (cached !== undefined) return cached
  const text = readFileSync(join(root, file), "utf8")
  const found = modulesNamedIn({ path: file, text })
    .filter((module) => module.startsWith("."))
    .map((module) => normalize(join(dirname(file), module)))
    .filter((path) => path.endsWith(".ts") && existsSync(join(root, path)))
  importCache.set(file, found)
  return found
}

/** Returns the number of imports from a test to a source file; Infinity if there is no path. */
export const importDistance = (test: string, source: string): number => {
  const seen = new Set([test])
  for (let distance = 0, reached = [test]; reached.length > 0; distance++) {
    if (reached.includes(source)) return distance
    reached = [...new Set(reached.flatMap(importsOf))].filter((file) => !seen.has(file))
    for (const file of reached) seen.add(file)
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Whether a test is named after a source file: audit-proof.ts and proof.test.ts, download.ts and
 * download.test.ts.
 */
const isNamedFor = (test: string, source: string): boolean =>
  basename(source, ".ts").includes(basename(test, ".test.ts"))

/**
 * Returns the tests that import a source file: those named after it first, then the nearest, then in the
 * order of the area.
 */
export const nearestTests = (
  tests: ReadonlyArray<string>,
  source: string,
  limit: number
): ReadonlyArray<string> =>
  tests
    .map((test) => ({ test, distance: importDistance(test, source) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .toSorted(
      (a, b) =>
        Number(isNamedFor(b.test, source)) - Number(isNamedFor(a.test, source)) || a.distance - b.distance
    )
    .slice(0, limit)
    .map(({ test }) => test)
