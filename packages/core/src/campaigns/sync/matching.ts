/** A row of ours that may be one of the platform's. */
export interface Kept {
  readonly id: number
  readonly ref: string | null
  /** What makes it the same thing to a person, for rows whose name in the platform is not known. */
  readonly likeness: string
  readonly removed: boolean
}

interface Matched<P, K extends Kept> {
  readonly both: ReadonlyArray<readonly [P, K]>
  readonly onlyThere: ReadonlyArray<P>
  /** Ours that were in the platform and are not any more. */
  readonly gone: ReadonlyArray<K>
}

/**
 * Which of our rows is which of the platform's: by its name there, or else by likeness. So a row whose name we
 * never learned, because an answer was lost, finds itself again.
 */
export const matching = <P, K extends Kept>(
  there: ReadonlyArray<P>,
  kept: ReadonlyArray<K>,
  refOf: (item: P) => string,
  likenessOf: (item: P) => string
): Matched<P, K> => {
  const byRef = new Map<string, K>()
  const byLikeness = new Map<string, K>()
  // Later rows win, and rows that are still there win over removed ones.
  for (const row of [...kept].sort((a, b) => Number(b.removed) - Number(a.removed) || a.id - b.id)) {
    if (row.ref !== null) byRef.set(row.ref, row)
    if (!row.removed) byLikeness.set(row.likeness, row)
  }
  const taken = new Set<K>()
  const both: Array<readonly [P, K]> = []
  const left: Array<P> = []
  const pair = (item: P, row: K | undefined): boolean => {
    if (row === undefined || taken.has(row)) return false
    taken.add(row)
    both.push([item, row])
    return true
  }
  for (const item of there) if (!pair(item, byRef.get(refOf(item)))) left.push(item)
  const onlyThere = left.filter((item) => !pair(item, byLikeness.get(likenessOf(item))))
  const gone = kept.filter((row) => row.ref !== null && !row.removed && !taken.has(row))
  return { both, onlyThere, gone }
}

/** A word on an ad or a campaign; campaigns count negatively, so that no ad is taken for one. */
export const wordLikeness = (owner: number | undefined, match: string, text: string): string =>
  `${owner} ${match} ${text.toLowerCase()}`
