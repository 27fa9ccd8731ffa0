import { Data } from "effect"
import type { ToldEvent, ToldOfFile } from "../audit-proof.ts"

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
