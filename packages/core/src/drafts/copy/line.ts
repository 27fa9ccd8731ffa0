import type { Source } from "../../campaigns/index.ts"
import type { FactText } from "./facts.ts"

/** A line of copy with its source. */
export interface CopyLine {
  readonly text: string
  readonly source: Source
}

/** Quotes a fact literally. */
export const quoteFact = ({ at, text }: FactText): CopyLine => ({ text, source: { from: "place", at } })

/** Lines with the same key are duplicates: case, spaces and the final full stop do not matter. */
export const lineKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim()

/** Returns the first `max` lines that pass, without duplicates. Lines are never truncated. */
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
