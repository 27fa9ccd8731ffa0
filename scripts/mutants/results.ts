import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../house/writings.ts"
import { type Mutation, nameOf } from "./mutation.ts"

/** What a run of an area found. */
export interface AreaResult {
  readonly area: string
  /** The day of the run. */
  readonly day: string
  /** How many mutations the area has, and how many of them were tried. */
  readonly possible: number
  readonly tried: number
  readonly survivors: ReadonlyArray<Survivor>
}

export type Survivor = Pick<Mutation, "file" | "line" | "on" | "put" | "was">

export const resultsFile = join(root, "scripts/mutants/results.json")

export const readResults = (): ReadonlyArray<AreaResult> =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, "utf8")) as Array<AreaResult>) : []

/** Keeps a run's results in place of those of the same area before. */
export const keepResult = (result: AreaResult): void => {
  const others = readResults().filter(({ area }) => area !== result.area)
  const all = [...others, result].toSorted((a, b) => a.area.localeCompare(b.area))
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`)
}

/** The mutants that survived the last run of an area, by their names. */
export const survivorNames = (area: string): ReadonlySet<string> =>
  new Set(readResults().flatMap((result) => (result.area === area ? result.survivors.map(nameOf) : [])))

/** Keeps what became of the survivors of the last run, which was of more mutants. */
export const keepSurvivors = (area: string, survivors: ReadonlyArray<Survivor>, day: string): void => {
  const before = readResults().find((result) => result.area === area)
  if (before !== undefined) keepResult({ ...before, day, survivors })
}
