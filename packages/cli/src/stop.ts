import { Data } from "effect"

/** An end that was foreseen: its message is the one line that the operator reads, its code is what scripts look at. */
export class Stop extends Data.TaggedError("Stop")<{ readonly message: string; readonly code?: number }> {}
