/**
 * Does a thing up to so many times, and stops at the first failure. `once` is given the number of the run and
 * gives null, or what went wrong. Gives the seconds that the good runs took, and the failure if there was one.
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

export const beside = (busy) => `beside ${busy} busy ${busy === 1 ? "loop" : "loops"}`

/** One line on how it went. */
export function summary({ times, busy, what }, { seconds, failure }) {
  if (failure !== null) {
    return `Run ${seconds.length + 1} of ${times} failed ${beside(busy)}, after ${seconds.length} that passed: ${what}`
  }
  const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length
  const took = `${mean.toFixed(1)} s on average, ${Math.max(...seconds).toFixed(1)} s at most`
  return `${times} of ${times} runs passed ${beside(busy)} (${took}): ${what}`
}
