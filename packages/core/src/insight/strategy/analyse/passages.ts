import { withoutInvisible } from "../../../contract/values/invisible.ts"
import { givesInstructions } from "../../../outbound/language-model/instructions.ts"
import type { Document } from "../rows.ts"

/*
 * What can be quoted of documents that callers wrote. It runs in a thread of its own and imports little, so that the
 * thread starts fast.
 */

/** A document, taken apart. */
export interface DocumentPassages {
  readonly name: string
  /** Lines and sentences, in the order of the document. */
  readonly passages: ReadonlyArray<string>
  /** Paragraphs that are left out because they give instructions. */
  readonly leftOut: number
}

/** Of one document; people read no further either. */
const mostParagraphs = 300
const mostPassages = 300
const longestPassage = 1000

/** Where a paragraph ends: at an empty line, and before a heading or an item of a list. */
const between = /\n[^\S\n]*\n\s*|\n(?=[^\S\n]*(?:[#>*+-]|\d{1,3}[.)])[^\S\n])/u

/** Without the marks that markdown puts before and around words. */
const withoutMarks = (passage: string): string =>
  passage
    .replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+/u, "")
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .trim()

/** Two words at least: less says nothing. */
const saysSomething = (passage: string): boolean =>
  passage.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1

const passagesOf = (paragraph: string): ReadonlyArray<string> =>
  paragraph
    .split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((passage) => withoutMarks(passage.slice(0, longestPassage)))
    .filter(saysSomething)

/**
 * Takes documents apart. A paragraph that gives instructions is left out whole: what stands beside an order often
 * prepares it, and a program that reads the strategy could follow it.
 */
export const passagesIn = (documents: ReadonlyArray<Document>): ReadonlyArray<DocumentPassages> =>
  documents.map(({ content, name }, at) => {
    const paragraphs = withoutInvisible(content)
      .replaceAll(/\r\n?/g, "\n")
      .split(between, mostParagraphs)
      .filter((paragraph) => paragraph.trim() !== "")
    // Across line breaks and marks too: neither keeps a program from reading on.
    const isSafe = (paragraph: string) =>
      !givesInstructions(paragraph) && !givesInstructions(withoutMarks(paragraph.replaceAll(/\s+/g, " ")))
    const safe = paragraphs.filter(isSafe)
    return {
      name: isSafe(name) ? name : `Document ${at + 1}`,
      passages: safe.flatMap(passagesOf).slice(0, mostPassages),
      leftOut: paragraphs.length - safe.length
    }
  })
