import {
  type NoEvidence,
  noEvidenceIn,
  type PageSentence,
  type PageText,
  sentencesIn
} from "../../claims/index.ts"
import type { Page } from "./page.ts"

/* The sentences of a page, each once and in reading order, for the checker of lines. */

/** A text of one element, with what its place in the page says about it. */
export interface ElementText {
  readonly text: string
  readonly kind: PageSentence["kind"]
  /** The heading above it; null before the first one. */
  readonly under: string | null
  /** Why its element proves nothing, whatever the text says. */
  readonly notEvidence: NoEvidence | null
}

/** Enough for a page that says a lot, and little enough to be stored with every ad. */
const maxSentences = 300
const maxCharacters = 30_000
/** A longer sentence is left out. Cut short, it might lose its condition. */
const maxSentenceLength = 400

/** Longer than the name of a product in quotation marks. */
const quotation = /["“„«][^"“”„«»]{15,}["“”»]/gu

/** The parts of a text between quotation marks, which may hold several sentences. */
const quotedIn = (text: string): ReadonlyArray<string> => text.normalize("NFC").match(quotation) ?? []

export const pageSentences = (texts: ReadonlyArray<ElementText>): Page["sentences"] => {
  const found = new Map<string, PageSentence>()
  let charactersLeft = maxCharacters
  for (const { kind, notEvidence, text, under } of texts) {
    const quoted = quotedIn(text)
    for (const sentence of sentencesIn(text)) {
      // An ellipsis after a space is ours.
      if (
        sentence.endsWith(" …") ||
        found.size === maxSentences ||
        sentence.length > Math.min(charactersLeft, maxSentenceLength)
      )
        continue
      const isQuoted = quoted.some((part) => part.includes(sentence) || sentence.includes(part))
      const why = notEvidence ?? (isQuoted ? "testimonial" : noEvidenceIn(sentence, under))
      const known = found.get(sentence)
      if (known === undefined) charactersLeft -= sentence.length
      // A sentence that stands twice is evidence if one of its places allows it.
      if (known === undefined || (known.notEvidence !== null && why === null))
        found.set(sentence, { text: sentence, kind, notEvidence: why })
    }
  }
  const sentences = [...found.values()]
  const fillers = sentences.filter(({ notEvidence }) => notEvidence === "placeholder").length
  // Of a template, nothing is meant.
  return fillers * 4 < sentences.length || fillers === 0
    ? sentences
    : sentences.map((sentence) => ({ ...sentence, notEvidence: "placeholder" }))
}

/** The text of a page, to be stored with the lines that rest on it. */
export const pageTextOf = ({ language, sentences, url }: Page, readAt: string): PageText => ({
  url,
  language: language?.slice(0, 2).toLowerCase() ?? null,
  readAt,
  sentences
})
