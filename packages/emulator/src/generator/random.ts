import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus"

/** Spreads every bit of the input over the whole word (murmur3's finaliser). */
const mix = (word: number): number => {
  let hash = word | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

export const hashText = (text: string, seed = 0): number => {
  let hash = seed ^ 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash)
}

export const combine = (left: number, right: number): number => mix(Math.imul(left, 0x9e3779b1) ^ mix(right))

/** Returns a fixed number in [0, 1) for a key. */
export const fraction = (key: number): number => (mix(key) >>> 0) / 4294967296

/**
 * A random generator for one key, such as one search term on one day. Its values depend only on the key, so
 * results do not depend on the order of calls.
 */
export class Keyed {
  readonly #generator: { next(): number }
  #spare: number | undefined

  constructor(key: number) {
    this.#generator = xoroshiro128plusFromState([mix(key ^ 1), mix(key ^ 2), mix(key ^ 3), mix(key) | 1])
  }

  uniform(): number {
    return (this.#generator.next() >>> 0) / 4294967296
  }

  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare
      this.#spare = undefined
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()))
    const angle = 2 * Math.PI * this.uniform()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  /** Returns a value with mean 1 for any sigma. */
  lognormal(sigma: number): number {
    return Math.exp(sigma * this.normal() - (sigma * sigma) / 2)
  }

  /** Returns a value with mean 1, by Marsaglia and Tsang's method, for shapes of at least 1. */
  gamma(shape: number): number {
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = this.normal()
      const v = (1 + c * x) ** 3
      if (v <= 0) continue
      if (Math.log(1 - this.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
    }
  }

  poisson(mean: number): number {
    if (mean > 12) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    const floor = Math.exp(-mean)
    let product = this.uniform()
    let count = 0
    while (product > floor) {
      product *= this.uniform()
      count++
    }
    return count
  }

  binomial(trials: number, chance: number): number {
    if (trials * chance > 12 && trials * (1 - chance) > 12) {
      const spread = Math.sqrt(trials * chance * (1 - chance))
      return Math.min(trials, Math.max(0, Math.round(trials * chance + spread * this.normal())))
    }
    // Skips over the failures: needs only as many draws as there are successes.
    if (chance <= 0) return 0
    const scale = Math.log(1 - Math.min(chance, 0.999999))
    let count = 0
    for (let position = 0; ; count++) {
      position += Math.floor(Math.log(1 - this.uniform()) / scale) + 1
      if (position > trials) return count
    }
  }
}
