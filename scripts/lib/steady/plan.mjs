import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { Stop } from "../stop.mjs"

const options = {
  times: { type: "string" },
  busy: { type: "string" },
  name: { type: "string", short: "t" }
}

function wholeNumber(flag, text, min) {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min) return number
  throw new Stop(`--${flag} must be a whole number of at least ${min}, not "${text}".`)
}

/** Parses the command line: number of runs, number of busy loops, and vitest's arguments. */
export function planOf(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stop(`${error.message.split(". ")[0]}. The options are --times, --busy and --name.`)
  }
  const { values, positionals: files } = parsed
  return {
    // The whole suite takes minutes, one file seconds.
    times: wholeNumber("times", values.times ?? (files.length === 0 ? "3" : "50"), 1),
    busy: wholeNumber("busy", values.busy ?? "2", 0),
    what: files.length === 0 ? "the whole suite" : files.join(" "),
    vitest: [...files, ...(values.name === undefined ? [] : ["--testNamePattern", values.name])]
  }
}

/**
 * Runs `once` up to `times` times and stops at the first failure. `once` receives the number of the run and
 * returns null or the failure. Returns the durations of the passed runs in seconds, and the failure, if any.
 */
export async function repeat(times, once) {
  const seconds = []
  for (let run = 1; run <= times; run++) {
    const started = performance.now()
    const failure = await once(run)
    if (failure !== null) return { seconds, failure }
    seconds.push((performance.now() - started) / 1000)
  }
  return { seconds, failure: null }
}

export const busyText = (busy) => `with ${busy} busy ${busy === 1 ? "loop" : "loops"}`

/** Returns a summary in one line. */
export function summary({ times, busy, what }, { seconds, failure }) {
  if (failure !== null) {
    return `Run ${seconds.length + 1} of ${times} failed ${busyText(busy)}, after ${seconds.length} that passed: ${what}`
  }
  const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length
  const durations = `${mean.toFixed(1)} s on average, ${Math.max(...seconds).toFixed(1)} s at most`
  return `${times} of ${times} runs passed ${busyText(busy)} (${durations}): ${what}`
}

/**
 * Starts this many loops that each keep a core busy. They are threads, so they end with this process. Returns
 * a function that stops them.
 */
export function startBusyLoops(count) {
  const loops = Array.from({ length: count }, () => new Worker("for (;;) {}", { eval: true }))
  return () => Promise.all(loops.map((loop) => loop.terminate()))
}
