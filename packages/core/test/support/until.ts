const timeoutMillis = 120_000

/** Polls less often the longer it takes, because many conditions cost a query or a request. */
const pauseMillis = (waited: number): number => Math.min(100, 20 + waited / 10)

/** Polls until the condition holds. Tests use it instead of sleeping for a fixed time. */
export const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const start = performance.now(); !(await condition()); ) {
    const waited = performance.now() - start
    if (waited > timeoutMillis) throw new Error(`Timed out waiting for this condition: ${what}`)
    await new Promise((done) => setTimeout(done, pauseMillis(waited)))
  }
}
