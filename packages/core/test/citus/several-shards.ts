/** A statement that may touch several shards: its source file, the beginning of its text, and why. */
interface Exception {
  readonly file: string
  readonly start: string
  readonly why: string
}

/**
 * The statements that may touch several shards. None but the first is on the path of a request: schedules, workers and
 * operators send the others.
 */
export const severalShards: ReadonlyArray<Exception> = []
