import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../module-graph/output-files.ts"
import { type Mutation, nameOf } from "./mutation.ts"

/** What the last run found in a file: how many of its mutations were tried, and which survived. */
export interface FileResult {
  readonly file: string
  readonly tried: number
  readonly survivors: ReadonlyArray<Survivor>
}

export interface AreaResult {
  readonly area: string
  /** The day of the last run. */
  readonly day: string
  /** How many mutations all files of the area have. */
  readonly possible: number
  readonly files: ReadonlyArray<FileResult>
}

export type Survivor = Pick<Mutation, "line" | "on" | "put" | "was">

export const resultsFile = join(root, "scripts/mutants/results.json")

export const readResults = (): ReadonlyArray<AreaResult> =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, "utf8")) as Array<AreaResult>) : []

const resultOf = (area: string): AreaResult | undefined =>
  readResults().find((result) => result.area === area)

const byFile = (a: FileResult, b: FileResult) => a.file.localeCompare(b.file)

/** Keeps the results of some files of an area in place of those before. Files that are no longer in the area go. */
export const keepResults = (
  area: string,
  found: ReadonlyArray<FileResult>,
  { possible, sources }: { readonly possible: number; readonly sources: ReadonlyArray<string> }
): void => {
  const others = (resultOf(area)?.files ?? []).filter(
    ({ file }) => sources.includes(file) && !found.some((each) => each.file === file)
  )
  const result = {
    area,
    day: new Date().toISOString().slice(0, 10),
    possible,
    files: [...others, ...found].toSorted(byFile)
  }
  const all = [...readResults().filter((each) => each.area !== area), result]
  writeFileSync(
    resultsFile,
    `${JSON.stringify(
      all.toSorted((a, b) => a.area.localeCompare(b.area)),
      null,
      2
    )}\n`
  )
}

/** What the last run of a file found, if there was one. */
export const fileResult = (area: string, file: string): FileResult | undefined =>
  resultOf(area)?.files.find((each) => each.file === file)

/** The mutants that survived the last runs of an area, by their names. */
export const survivorNames = (area: string): ReadonlySet<string> =>
  new Set(
    (resultOf(area)?.files ?? []).flatMap(({ file, survivors }) =>
      survivors.map((survivor) => nameOf({ file, ...survivor }))
    )
  )
