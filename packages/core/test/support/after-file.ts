/*
 * Closes what a test file opened. vitest ignores an `afterAll` that is called while tests run: services that a test
 * had started stayed open, and their timers disturbed later files of the same process.
 */

const closings: Array<() => unknown> = []

/** Calls `close` after the file's last test, from wherever it is asked for. The latest comes first. */
export const afterFile = (close: () => unknown): void => {
  closings.push(close)
}

/** Closes everything, also if a part of it fails. */
export const closeAll = async (): Promise<void> => {
  const errors: Array<unknown> = []
  for (let close = closings.pop(); close !== undefined; close = closings.pop()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
