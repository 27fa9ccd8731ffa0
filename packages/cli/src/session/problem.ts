/**
 * An end that was foreseen, where Effect is not loaded: its message is the one line that a person reads and says what to
 * do next, its code is what scripts look at.
 */
export class Problem extends Error {
  override readonly name = "Problem"
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
