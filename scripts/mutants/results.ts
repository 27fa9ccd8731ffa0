import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../module-graph/output-files.ts"
import { type Mutation, nameOf } from "./mutation.ts"

/** The stored result of a file: the number of mutations that ran, and the survivors. */
export interface FileResult {
  readonly file: string
  readonly tried: number
  readonly survivors: ReadonlyArray<Survivor>
}

export interface AreaResult {
  readonly area: string
  /** The day of the last run. */
  readonly day: string
  /** The number of mutations in all files of the area. */
  readonly possible: number
  readonly files: ReadonlyArray<FileResult>
}

export type Survivor = Pick<Mutation, "line" | "on" | "put" | "was">

export const resultsFile = join(root, "scripts/mutants/results.json")

export const readResults = (): ReadonlyArray<AreaResult> =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, "utf8")) as Array<AreaResult>) : []

const resultOf = (area: string): AreaResult | undefined =>
  readResults().find((result) => result.area === area)

/** Returns the stored results of the files of an area. */
const areaFiles = (area: string): ReadonlyArray<FileResult> => resultOf(area)?.files ?? []

const byFile = (a: FileResult, b: FileResult) => a.file.localeCompare(b.file)

/** Stores the results of some files of an area in place of earlier ones. Removes files that left the area. */
export const storeResults = (
  area: string,
  found: ReadonlyArray<FileResult>,
  { possible, sources }: { readonly possible: number; readonly sources: ReadonlyArray<string> }
): void => {
  const others = areaFiles(area).filter(
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

/** Returns the stored result of a file, if any. */
export const fileResult = (area: string, file: string): FileResult | undefined =>
  areaFiles(area).find((each) => each.file === file)

/** Returns the names of the stored survivors of an area. */
export const survivorNames = (area: string): ReadonlySet<string> =>
  new Set(
    areaFiles(area).flatMap(({ file, survivors }) =>
      survivors.map((survivor) => nameOf({ file, ...survivor }))
    )
  )
