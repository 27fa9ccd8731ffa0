import { type ExitReason, exitCodes } from "./exit-codes.ts"

/** An expected failure: a message that states the problem, and the command to try next, if one helps. */
export class Refusal extends Error {
  readonly exitCode: number
  readonly next: string | null

  constructor(
    message: string,
    { exitReason, next = null }: { readonly exitReason: ExitReason; readonly next?: string | null }
  ) {
    super(message)
    this.name = "Refusal"
    this.exitCode = exitCodes[exitReason].code
    this.next = next
  }
}

/** The command line is invalid. */
export const usageRefusal = (message: string, next: string | null = null): Refusal =>
  new Refusal(message, { exitReason: "usage", next })

/** The reason of a failure, for the user. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
