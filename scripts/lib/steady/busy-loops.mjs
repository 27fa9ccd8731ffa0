import { Worker } from "node:worker_threads"

/**
 * Starts so many loops that do nothing but keep a core busy. They are threads of this process, so that they end
 * with it, however it ends. Gives a function that stops them.
 */
export function startBusyLoops(count) {
  const loops = Array.from({ length: count }, () => new Worker("for (;;) {}", { eval: true }))
  return () => Promise.all(loops.map((loop) => loop.terminate()))
}
