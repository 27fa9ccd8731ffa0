/**
 * How many letters one has to add, leave out, change or swap with their neighbour to get from one word to the
 * other; gives up (with Infinity) past `most`. Written out because the contract imports effect alone.
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

/** Longer than any name of ours: nothing is near it. */
const maxLength = 200

/**
 * The known name that a wrong one was probably meant to be, or null where none is near. Near is a third of its
 * letters at most, or one name inside the other; case and the choice of - or _ do not count.
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
    // One inside the other is just near enough: whatever takes fewer letters, or none, was meant rather.
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
