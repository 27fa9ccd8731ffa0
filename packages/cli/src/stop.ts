import { Data } from "effect"
import { type ExitReason, exitCodes } from "./exit-codes.ts"
import type { RefusalMessage } from "./print-refusal.ts"

/** An end of an operator's command that was foreseen. What scripts look at is its ending. */
export class Stop extends Data.TaggedError("Stop")<{
  readonly message: string
  /** "failed" unless it says otherwise. */
  readonly exitReason?: ExitReason
  /** The command to try, where it is not the usual one for this ending. */
  readonly next?: string
  /** Of what the service refused: in which organization, and the code with the facts that come with it. */
  readonly organization?: string | null
  readonly error?: NonNullable<RefusalMessage["error"]>
}> {
  get exitCode(): number {
    return exitCodes[this.exitReason ?? "failed"].code
  }
}

/** The command line is not what the command takes. */
export const usageStop = (message: string): Stop => new Stop({ message, exitReason: "usage" })
