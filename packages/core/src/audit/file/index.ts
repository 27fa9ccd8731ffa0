import { beginVerification, type ChainVerification, finishVerification, verifyNext } from "../verification.ts"
import { makeCsvFileReader } from "./csv.ts"
import { makeJsonReader } from "./json.ts"
import { type FileReader, type RawEvent, UnreadableExport } from "./reader.ts"

export { UnreadableExport } from "./reader.ts"

/** The verification of a file, and whether the file is truncated. */
export interface FileVerification {
  readonly verification: ChainVerification
  readonly cutOff: boolean
}

/**
 * JSON begins with a brace, which no CSV header does. Byte order marks and whitespace before it are ignored.
 */
const readerFor = (text: string): FileReader =>
  text.startsWith("{") ? makeJsonReader() : makeCsvFileReader()

/** Verifies a JSON or CSV export while it is read. Throws `UnreadableExport` for any other file. */
export const makeFileVerifier = (head: string | null) => {
  let reader: FileReader | null = null
  let verification = beginVerification(head)
  const verifyAll = (events: ReadonlyArray<RawEvent>) => {
    for (const event of events) verification = verifyNext(verification, event)
  }
  return {
    push: (text: string): void => {
      const content = reader === null ? text.replace(/^[\uFEFF\s]+/, "") : text
      if (content === "") return
      reader ??= readerFor(content)
      verifyAll(reader.push(content))
    },
    end: (): FileVerification => {
      if (reader === null) throw new UnreadableExport("it is empty")
      const summary = reader.end()
      return summary === "cut off"
        ? { verification, cutOff: true }
        : { verification: finishVerification(verification, summary), cutOff: false }
    }
  }
}
