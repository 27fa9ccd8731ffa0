/** Returns a generator of pseudorandom numbers from 0 to 1 (mulberry32), the same for the same seed. */
const numbersFrom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns at most `limit` of the items in their order, the same ones for the same seed. */
export const sampled = <A>(items: ReadonlyArray<A>, limit: number, seed: number): ReadonlyArray<A> => {
  const next = numbersFrom(seed)
  return items
    .map((item, n) => ({ item, n, lot: next() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, limit)
    .toSorted((a, b) => a.n - b.n)
    .map(({ item }) => item)
}
