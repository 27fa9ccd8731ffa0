import { type ExitReason, exitCodes } from "./exit-codes.ts"

/** An end that was foreseen: a sentence that says what is wrong, and where one helps the command to try next. */
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

/** The command line is not what the command takes. */
export const usageRefusal = (message: string, next: string | null = null): Refusal =>
  new Refusal(message, { exitReason: "usage", next })

/** Why something did not work, as whoever has to do something about it wants to hear it. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
