import { Data } from "effect"
import { type Ending, exitCodes } from "./exit-codes.ts"
import type { Told } from "./tell-refusal.ts"

/** An end of an operator's command that was foreseen. What scripts look at is its ending. */
export class Stop extends Data.TaggedError("Stop")<{
  readonly message: string
  /** "failed" unless it says otherwise. */
  readonly ending?: Ending
  /** The command to try, where it is not the usual one for this ending. */
  readonly next?: string
  /** Of what the service refused: in which organization, and the code with the facts that come with it. */
  readonly organization?: string | null
  readonly error?: NonNullable<Told["error"]>
}> {
  get exitCode(): number {
    return exitCodes[this.ending ?? "failed"].code
  }
}

/** The command line is not what the command takes. */
export const misused = (message: string): Stop => new Stop({ message, ending: "usage" })
