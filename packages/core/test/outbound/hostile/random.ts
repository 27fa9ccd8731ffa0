/** A reproducible source of random choices. */
export interface Random {
  /** A whole number from 0 to the limit, exclusive. */
  readonly below: (limit: number) => number
  readonly among: <A>(choices: ReadonlyArray<A>) => A
}

/** Random choices from a seed (mulberry32). */
export const randomFrom = (seed: number): Random => {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, among: (choices) => choices[below(choices.length)]! }
}
