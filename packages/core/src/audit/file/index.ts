import { beginProof, endProof, type Proof, proveNext } from "../proof.ts"
import { makeCsvFileReader } from "./csv.ts"
import { makeJsonReader } from "./json.ts"
import { type FileReader, type ToldEvent, Unreadable } from "./reader.ts"

export { Unreadable } from "./reader.ts"

/** What a file proves, and whether it ends in the middle. */
export interface FileProof {
  readonly proof: Proof
  readonly cutOff: boolean
}

/** JSON begins with a brace, which no line of column names does; marks and blanks before it say nothing. */
const readerFor = (text: string): FileReader =>
  text.startsWith("{") ? makeJsonReader() : makeCsvFileReader()

/** Proves an export as it is read, in JSON or CSV alike. Throws `Unreadable` for what is no export. */
export const makeFileProof = (head: string | null) => {
  let reader: FileReader | null = null
  let proof = beginProof(head)
  const prove = (events: ReadonlyArray<ToldEvent>) => {
    for (const event of events) proof = proveNext(proof, event)
  }
  return {
    push: (text: string): void => {
      const begun = reader === null ? text.replace(/^[\uFEFF\s]+/, "") : text
      if (begun === "") return
      reader ??= readerFor(begun)
      prove(reader.push(begun))
    },
    end: (): FileProof => {
      if (reader === null) throw new Unreadable("it is empty")
      const told = reader.end()
      return told === "cut off" ? { proof, cutOff: true } : { proof: endProof(proof, told), cutOff: false }
    }
  }
}
