// Copied from packages/core/src/contract/nearest.ts by `npm run generate`. Do not edit.

/**
 * The edit distance of two words: letters added, removed, replaced or swapped with their neighbour. Returns
 * Infinity above `limit`. It is implemented here because the contract imports only effect.
 */
const distance = (from: string, to: string, limit: number): number => {
  if (Math.abs(from.length - to.length) > limit) return Number.POSITIVE_INFINITY
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: to.length + 1 }, (_, n) => n)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      let cost = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      }
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[to.length]!
}

/** Longer than any of our names: no name is near. */
const maxLength = 200

/**
 * The known name that was probably meant, or null. A name is near if at most a third of its letters differ,
 * or one contains the other. Case and the choice of - or _ are ignored.
 */
export const nearestName = (wrong: string, known: Iterable<string>): string | null => {
  if (wrong.length > maxLength) return null
  const normalize = (name: string) => name.toLowerCase().replaceAll(/[-_\s]+/g, "-")
  const normalized = normalize(wrong)
  if (normalized === "") return null
  let best: string | null = null
  const tooFar = Math.max(1, Math.floor(normalized.length / 3)) + 1
  let shortest = tooFar
  for (const name of known) {
    const candidate = normalize(name)
    const inside =
      normalized.length >= 4 &&
      candidate.length >= 4 &&
      (candidate.includes(normalized) || normalized.includes(candidate))
    // Containment is just near enough: a name with fewer differences wins.
    const distanceTo = Math.min(
      distance(normalized, candidate, shortest),
      inside ? tooFar - 0.5 : Number.POSITIVE_INFINITY
    )
    if (distanceTo < shortest) {
      best = name
      shortest = distanceTo
    }
  }
  return best
}
