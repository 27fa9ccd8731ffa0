import { getHeapStatistics } from "node:v8"
import { threadId } from "node:worker_threads"

/* Hostile functions for isolated threads. */

export const double = (input: number): number => input * 2

/** Returns after counting to `to`, which takes a moment. */
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

/** Allocates this many megabytes, a few kilobytes at a time. */
export const occupy = (megabytes: number): number => {
  const all = Array.from({ length: megabytes * 64 }, (_, n) =>
    Array.from({ length: 2048 }, (_, m) => n + m + 0.5)
  )
  return all.length
}

/** The megabytes that V8 allows the thread, with its young generation. */
export const heapLimit = (_: null): number => getHeapStatistics().heap_size_limit / 2 ** 20

export const recurse = (depth: number): number => 1 + recurse(depth + 1)

export const fail = (message: string): never => {
  throw new Error(message)
}

/** The environment variables that the thread can read. */
export const environment = (_: null): ReadonlyArray<string> => Object.keys(process.env)

/** The thread that it runs in. */
export const ownThread = (_input: null): number => threadId
