import type { Source } from "../../campaigns/index.ts"
import type { FactText } from "./facts.ts"

/** A line of copy, with where it comes from. */
export interface CopyLine {
  readonly text: string
  readonly source: Source
}

/** Word for word what stands there. */
export const quoteFact = ({ at, text }: FactText): CopyLine => ({ text, source: { from: "place", at } })

/** Two lines with the same key say the same: case, spaces and the point at the end make no difference. */
export const lineKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim()

/** The first `most` lines that pass, each thing said once. Lines are taken whole or not at all: no word is ever cut. */
export const chooseLines = (
  candidates: Iterable<CopyLine>,
  limit: number,
  passes: (text: string) => boolean
): ReadonlyArray<CopyLine> => {
  const chosen = new Map<string, CopyLine>()
  for (const line of candidates) {
    if (chosen.size === limit) break
    const key = lineKey(line.text)
    if (key !== "" && !chosen.has(key) && passes(line.text)) chosen.set(key, line)
  }
  return [...chosen.values()]
}
