/* Functions for threads of their own, as hostile as what such threads are for. */

export const double = (input: number): number => input * 2

/** Answers once it has counted so far, which takes a moment. */
export const count = (to: number): number => {
  let sum = 0
  for (let n = 0; n < to; n++) sum += n % 7
  return sum
}

export const loop = (_: null): never => {
  for (;;) Math.random()
}

export const hoard = (_: null): number => {
  const all: Array<unknown> = []
  for (;;) all.push(Array.from({ length: 1000 }, (_, n) => ({ n, text: `${n} ${all.length}` })))
}

/** Holds so many megabytes at once, a few kilobytes at a time. */
export const occupy = (megabytes: number): number => {
  const all = Array.from({ length: megabytes * 64 }, (_, n) =>
    Array.from({ length: 2048 }, (_, m) => n + m + 0.5)
  )
  return all.length
}

export const recurse = (depth: number): number => 1 + recurse(depth + 1)

export const fail = (message: string): never => {
  throw new Error(message)
}

/** What of the environment such a thread can see. */
export const environment = (_: null): ReadonlyArray<string> => Object.keys(process.env)
