import { Data } from "effect"

/** An end that was foreseen: its message is the one line that the operator reads. */
export class Stop extends Data.TaggedError("Stop")<{ readonly message: string }> {}
