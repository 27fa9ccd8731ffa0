import { Data } from "effect"

/** An event as a file tells it: whoever wrote it may have put anything there. */
export type RawEvent = Readonly<Record<string, unknown>>

/** What a file says of itself, beside its events. */
export interface FileSummary {
  readonly total: number | null
  /** Undefined where a file has no place for it. */
  readonly head: string | null | undefined
}

/** Thrown for a file that is no export at all: nothing can be said of its events. */
export class UnreadableExport extends Data.TaggedError("UnreadableStoredValue")<{
  readonly message: string
}> {
  constructor(message: string) {
    super({ message })
  }
}

/** Reads an export as it comes, in pieces of any length. */
export interface FileReader {
  /** The events that are whole now. */
  readonly push: (text: string) => ReadonlyArray<RawEvent>
  /** What the file says of itself; or that it ends where an export does not. */
  readonly end: () => FileSummary | "cut off"
}
