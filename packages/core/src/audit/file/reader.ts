import { Data } from "effect"

/** An event as a file tells it: whoever wrote it may have put anything there. */
export type ToldEvent = Readonly<Record<string, unknown>>

/** What a file says of itself, beside its events. */
export interface ToldOfFile {
  readonly total: number | null
  /** Undefined where a file has no place for it. */
  readonly head: string | null | undefined
}

/** Thrown for a file that is no export at all: nothing can be said of its events. */
export class Unreadable extends Data.TaggedError("Unreadable")<{ readonly message: string }> {
  constructor(message: string) {
    super({ message })
  }
}

/** Reads an export as it comes, in pieces of any length. */
export interface FileReader {
  /** The events that are whole now. */
  readonly push: (text: string) => ReadonlyArray<ToldEvent>
  /** What the file says of itself; or that it ends where an export does not. */
  readonly end: () => ToldOfFile | "cut off"
}
