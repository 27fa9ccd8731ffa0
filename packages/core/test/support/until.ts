const timeoutMillis = 120_000

/** Polls until the condition holds. Tests use it instead of sleeping for a fixed time. */
export const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + timeoutMillis; !(await condition()); ) {
    if (Date.now() > end) throw new Error(`Timed out waiting for this condition: ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
