import { withoutInvisible } from "../../../contract/values/invisible.ts"
import { givesInstructions } from "../../../outbound/language-model/instructions.ts"
import type { StrategyDocument } from "../rows.ts"

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
const maxParagraphs = 300
const maxPassages = 300
const maxPassageLength = 1000

/** Where a paragraph ends: at an empty line, and before a heading or an item of a list. */
const paragraphBoundary = /\n[^\S\n]*\n\s*|\n(?=[^\S\n]*(?:[#>*+-]|\d{1,3}[.)])[^\S\n])/u

/** Without the marks that markdown puts before and around words. */
const stripMarkdown = (passage: string): string =>
  passage
    .replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+/u, "")
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .trim()

/** Two words at least: less says nothing. */
const hasSeveralWords = (passage: string): boolean =>
  passage.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1

const passagesOf = (paragraph: string): ReadonlyArray<string> =>
  paragraph
    .split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((passage) => stripMarkdown(passage.slice(0, maxPassageLength)))
    .filter(hasSeveralWords)

/**
 * Takes documents apart. A paragraph that gives instructions is left out whole: what stands beside an order often
 * prepares it, and a program that reads the strategy could follow it.
 */
export const passagesIn = (documents: ReadonlyArray<StrategyDocument>): ReadonlyArray<DocumentPassages> =>
  documents.map(({ content, name }, index) => {
    const paragraphs = withoutInvisible(content)
      .replaceAll(/\r\n?/g, "\n")
      .split(paragraphBoundary, maxParagraphs)
      .filter((paragraph) => paragraph.trim() !== "")
    // Across line breaks and marks too: neither keeps a program from reading on.
    const isSafe = (paragraph: string) =>
      !givesInstructions(paragraph) && !givesInstructions(stripMarkdown(paragraph.replaceAll(/\s+/g, " ")))
    const safe = paragraphs.filter(isSafe)
    return {
      name: isSafe(name) ? name : `Document ${index + 1}`,
      passages: safe.flatMap(passagesOf).slice(0, maxPassages),
      leftOut: paragraphs.length - safe.length
    }
  })
