import { type ExitReason, exitCodes, type RefusalMessage } from "@adwarden/cli"
import { Data } from "effect"

/** An expected end of a server command. Its exit reason is for scripts. */
export class Stop extends Data.TaggedError("Stop")<{
  readonly message: string
  /** Default: "failed". */
  readonly exitReason?: ExitReason
  /** The command to try, if it differs from the usual one for this exit reason. */
  readonly next?: string
  /** For an error of the service: the organization, the code and its extra fields. */
  readonly organization?: string | null
  readonly error?: NonNullable<RefusalMessage["error"]>
}> {
  get exitCode(): number {
    return exitCodes[this.exitReason ?? "failed"].code
  }
}

/** The command line is invalid. */
export const usageStop = (message: string): Stop => new Stop({ message, exitReason: "usage" })
