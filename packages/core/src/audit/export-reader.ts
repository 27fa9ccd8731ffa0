import { Data } from "effect"
import { auditColumns } from "../contract/index.ts"

/** The columns of files from before events had keys for their personal values. */
export const earlierColumns = auditColumns.filter((column) => column !== "personal_key")

/** An event as read from a file. The file is untrusted, so it can contain anything. */
export type RawEvent = Readonly<Record<string, unknown>>

/** The file's statements about itself, besides its events. */
export interface FileSummary {
  readonly total: number | null
  /** Undefined if the file format has no head. */
  readonly head: string | null | undefined
}

/** Thrown for a file that is not an export, so nothing can be verified. */
export class UnreadableExport extends Data.TaggedError("UnreadableExport")<{
  readonly message: string
}> {
  constructor(message: string) {
    super({ message })
  }
}

/** Reads an export in chunks of any length. */
export interface FileReader {
  /** Returns the events that this chunk completes. */
  readonly push: (text: string) => ReadonlyArray<RawEvent>
  /** Returns the file's summary, or that the file is truncated. */
  readonly end: () => FileSummary | "cut off"
}
