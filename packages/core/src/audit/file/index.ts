import { beginVerification, type ChainVerification, finishVerification, verifyNext } from "../verification.ts"
import { makeCsvFileReader } from "./csv.ts"
import { makeJsonReader } from "./json.ts"
import { type FileReader, type RawEvent, UnreadableExport } from "./reader.ts"

export { UnreadableExport } from "./reader.ts"

/** What a file proves, and whether it ends in the middle. */
export interface FileVerification {
  readonly verification: ChainVerification
  readonly cutOff: boolean
}

/** JSON begins with a brace, which no line of column names does; marks and blanks before it say nothing. */
const readerFor = (text: string): FileReader =>
  text.startsWith("{") ? makeJsonReader() : makeCsvFileReader()

/** Proves an export as it is read, in JSON or CSV alike. Throws `Unreadable` for what is no export. */
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
