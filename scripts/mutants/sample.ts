/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** `most` of the items, the same ones for the same seed, in their order. */
export const sampled = <A>(items: ReadonlyArray<A>, limit: number, seed: number): ReadonlyArray<A> => {
  const next = numbersFrom(seed)
  return items
    .map((item, n) => ({ item, n, lot: next() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, limit)
    .toSorted((a, b) => a.n - b.n)
    .map(({ item }) => item)
}
