import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../module-graph/output-files.ts"

/** A figure in a page: the text around it, made from the figure that the code has. */
export interface Figure {
  readonly page: string
  readonly text: string
}

const words = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")

/** Returns a number as pages write it in a sentence, such as "three". */
export const word = (number: number): string => words[number] ?? (number === 20 ? "twenty" : String(number))

/** Returns a number with separators, such as "10,000". */
export const digits = (number: number): string => number.toLocaleString("en-US")

/** Returns the numbers that a pattern finds in a source file. A constant that moved makes this fail. */
export const readAll = (file: string, pattern: RegExp): ReadonlyArray<number> => {
  const found = pattern.exec(readFileSync(join(root, file), "utf8"))
  if (found === null) throw new Error(`${file} has no ${pattern}`)
  return found.slice(1).map((text) => Number(text.replaceAll("_", "")))
}

/** Returns the number that a pattern finds in a source file of the core package. */
export const core = (file: string, pattern: RegExp): number =>
  readAll(`packages/core/src/${file}`, pattern)[0]!

/** Returns how many entries a block of a source file has. */
export const count = (file: string, block: RegExp, entry: RegExp): number => {
  const found = block.exec(readFileSync(join(root, file), "utf8"))
  if (found === null) throw new Error(`${file} has no ${block}`)
  return [...found[0].matchAll(entry)].length
}

/** Returns the figures of a page from their texts. */
export const at = (page: string, ...texts: ReadonlyArray<string>): ReadonlyArray<Figure> =>
  texts.map((text) => ({ page, text }))
