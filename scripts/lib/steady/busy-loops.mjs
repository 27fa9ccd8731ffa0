import { Worker } from "node:worker_threads"

/**
 * Starts this many loops that each keep a core busy. They are threads, so they end with this process. Returns
 * a function that stops them.
 */
export function startBusyLoops(count) {
  const loops = Array.from({ length: count }, () => new Worker("for (;;) {}", { eval: true }))
  return () => Promise.all(loops.map((loop) => loop.terminate()))
}
