import { randomFrom } from "../../support/random.ts"

/** A reproducible source of random choices. */
export interface Random {
  /** A whole number from 0 to the limit, exclusive. */
  readonly below: (limit: number) => number
  readonly among: <A>(choices: ReadonlyArray<A>) => A
}

/** Random choices from a seed. */
export const choicesFrom = (seed: number): Random => {
  const next = randomFrom(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, among: (choices) => choices[below(choices.length)]! }
}
