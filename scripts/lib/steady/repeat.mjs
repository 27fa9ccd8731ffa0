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
