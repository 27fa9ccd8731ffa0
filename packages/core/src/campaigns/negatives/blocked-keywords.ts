import { blocking, type Exclusion } from "./blocks.ts"

/**
 * The keywords that could hardly serve any more. Phrase and broad exclusions stop every keyword that has them
 * inside; an exact one stops a single search, which is all of an exact keyword and little of any other.
 */
export const blockedKeywords = (
  exclusions: ReadonlyArray<Exclusion>,
  keywords: ReadonlyArray<Exclusion>
): ReadonlyArray<string> => {
  const stops = blocking(exclusions)
  const stopsWidely = blocking(exclusions.filter(({ match }) => match !== "exact"))
  const blocked = keywords.filter(({ match, text }) => (match === "exact" ? stops : stopsWidely)(text))
  return [...new Set(blocked.map(({ text }) => text))]
}
