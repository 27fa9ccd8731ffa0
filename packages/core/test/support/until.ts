const timeoutMillis = 120_000

/** Looks again and again until it is so: tests wait for facts, not for a time in which they may have come about. */
export const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + timeoutMillis; !(await condition()); ) {
    if (Date.now() > end) throw new Error(`It never came to this: ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
