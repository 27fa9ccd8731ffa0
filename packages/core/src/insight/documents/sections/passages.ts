import { withoutInvisible } from "../../../contract/values/invisible.ts"
import { givesInstructions } from "../../../outbound/language-model/prose-rules.ts"

/*
 * Extracts quotable passages from callers' documents. It runs in its own thread and imports little, so the
 * thread starts fast.
 */

/** A document that a caller attached to a strategy. */
export interface AttachedDocument {
  readonly name: string
  readonly content: string
}

/** A document, split into passages. */
export interface DocumentPassages {
  readonly name: string
  /** Lines and sentences, in the order of the document. */
  readonly passages: ReadonlyArray<string>
  /** Paragraphs left out because they give instructions. */
  readonly leftOut: number
}

/** Per document, which is enough for a reader. */
const maxParagraphs = 300
const maxPassages = 300
const maxPassageLength = 1000

/** A paragraph ends at an empty line, and before a heading or list item. */
const paragraphBoundary = /\n[^\S\n]*\n\s*|\n(?=[^\S\n]*(?:[#>*+-]|\d{1,3}[.)])[^\S\n])/u

/** Removes markdown syntax around words. */
const stripMarkdown = (passage: string): string =>
  passage
    .replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+/u, "")
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .trim()

/** A single word is no useful quotation. */
const hasSeveralWords = (passage: string): boolean =>
  passage.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1

const passagesOf = (paragraph: string): ReadonlyArray<string> =>
  paragraph
    .split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((passage) => stripMarkdown(passage.slice(0, maxPassageLength)))
    .filter(hasSeveralWords)

/**
 * Splits documents into passages. A paragraph with an instruction is left out completely: the text beside it
 * often prepares it, and a program that reads the strategy could follow it.
 */
export const extractPassages = (
  documents: ReadonlyArray<AttachedDocument>
): ReadonlyArray<DocumentPassages> =>
  documents.map(({ content, name }, index) => {
    const paragraphs = withoutInvisible(content)
      .replaceAll(/\r\n?/g, "\n")
      .split(paragraphBoundary, maxParagraphs)
      .filter((paragraph) => paragraph.trim() !== "")
    // Also across line breaks and markdown syntax, which do not stop a program from reading on.
    const isSafe = (paragraph: string) =>
      !givesInstructions(paragraph) && !givesInstructions(stripMarkdown(paragraph.replaceAll(/\s+/g, " ")))
    const safe = paragraphs.filter(isSafe)
    return {
      name: isSafe(name) ? name : `Document ${index + 1}`,
      passages: safe.flatMap(passagesOf).slice(0, maxPassages),
      leftOut: paragraphs.length - safe.length
    }
  })
