import {
  type CheckContext,
  checkLine,
  hasClaim,
  type LinePart,
  type PageText,
  type RegulatedCategory,
  regulatedCategoryOf
} from "../../claims/index.ts"
import type { LineContext } from "../rows/landing-pages.ts"
import type { SourcedText } from "../text-sources.ts"
import { pageKey, quoteText } from "./lines.ts"

/*
 * What a draft's lines rest on: the stored text of their pages. An edit and a first launch check them against it and
 * fetch nothing.
 */

export interface LineEvidence {
  /** The pages that were read, by their keys. */
  readonly pages: ReadonlyMap<string, PageText>
  /** Null if no page was ever read. */
  readonly context: LineContext | null
  /** Two letters. */
  readonly language: string
  /** ISO date. */
  readonly today: string
  /** Whether no launch checks the lines again. */
  readonly isRunning?: true
}

export const evidenceOf = (
  pages: ReadonlyArray<PageText>,
  context: LineContext | null,
  language: string | null,
  today: string
): LineEvidence => ({
  pages: new Map(pages.map((page) => [pageKey(page.url), page])),
  context,
  language: language ?? pages[0]?.language ?? "en",
  today
})

/** What proves a line, or why nothing does. */
export type LineProof =
  | {
      readonly holds: true
      readonly sentence: string | null
      /** When its page was read; null if it never was. */
      readonly readAt: string | null
    }
  | {
      readonly holds: false
      readonly check: string
      readonly reason: string
      readonly nearest: string | null
      readonly category?: RegulatedCategory
    }

const confirmedOf = (context: LineContext | null): ReadonlyArray<RegulatedCategory> =>
  context?.confirmed.map(({ category }) => category) ?? []

const categoryText = (category: RegulatedCategory): string => category.replaceAll("_", " ")

/** The words of its page that a stored line was proven with. */
const quoteOf = (source: SourcedText["source"] | undefined): string | undefined =>
  source?.from === "place" || source?.from === "model" ? source.passage : undefined

/** Checks a line whose page was never read, such as one of an earlier version: it may claim nothing. */
const unreadProof = ({ context, isRunning }: LineEvidence, text: string, url: string): LineProof => {
  const confirmed = confirmedOf(context)
  const category = regulatedCategoryOf(text)
  if (category !== null && !confirmed.includes(category)) {
    const reason = `The line is about a restricted category: ${categoryText(category)}.`
    return { holds: false, check: "regulated", reason, nearest: null, category }
  }
  if (!hasClaim(text)) return { holds: true, sentence: null, readAt: null }
  const next = isRunning
    ? "Have it read ({website_facts.get}), then repeat the change."
    : "Have the pages of the draft read in the dashboard."
  const reason = `The text of ${url} was never read, so nothing proves what the line states. ${next}`
  return { holds: false, check: "page", reason, nearest: null }
}

/** Returns what proves a line on all the pages that it must be true for. */
export const proveLine = (
  evidence: LineEvidence,
  part: LinePart,
  text: string,
  urls: ReadonlyArray<string>,
  source?: SourcedText["source"]
): LineProof => {
  const { context, language, pages, today } = evidence
  const texts = urls.flatMap((url) => pages.get(pageKey(url)) ?? [])
  const unread = urls.find((url) => !pages.has(pageKey(url)))
  if (context === null || unread !== undefined) return unreadProof(evidence, text, unread ?? urls[0] ?? "")
  const { brand_names: brandNames, names, places } = context
  const checked: CheckContext = {
    language,
    brandNames,
    places,
    names,
    today,
    confirmed: confirmedOf(context)
  }
  const verdict = checkLine({ part, text, quote: quoteOf(source) }, texts, checked)
  if (!verdict.holds) return verdict
  return { holds: true, sentence: verdict.evidence?.sentence ?? null, readAt: texts[0]?.readAt ?? null }
}

/** Returns why nothing proves a line, as the end of a sentence about its ad, or null. */
export const evidenceProblem = (
  evidence: LineEvidence,
  part: LinePart,
  text: string,
  urls: ReadonlyArray<string>,
  source?: SourcedText["source"]
): string | null => {
  const proof = proveLine(evidence, part, text, urls, source)
  if (proof.holds) return null
  const nearest = proof.nearest === null ? "" : ` The nearest sentence is ${quoteText(proof.nearest)}`
  return `has a ${part} that fails the check “${proof.check}”: ${quoteText(text)}. ${proof.reason}${nearest}`.replace(
    /\.$/,
    ""
  )
}

/** Whether all these pages were read. */
export const wereRead = ({ context, pages }: LineEvidence, urls: ReadonlyArray<string>): boolean =>
  context !== null && urls.every((url) => pages.has(pageKey(url)))

/**
 * Returns what is wrong with the first line that an edit adds, as the end of a sentence, or null. Lines of a draft that
 * stay are checked by the launch, so that an edit can fix one at a time; on a page that is still to be read, all are.
 */
export const addedLineProblem = (
  evidence: LineEvidence,
  part: LinePart,
  lines: { readonly before: ReadonlyArray<string>; readonly after: ReadonlyArray<string> },
  urls: ReadonlyArray<string>
): string | null => {
  const isFinal = evidence.isRunning === true || wereRead(evidence, urls)
  const added = lines.after.filter((text) => !lines.before.includes(text))
  for (const text of added) {
    const problem = evidenceProblem(evidence, part, text, urls)
    if (problem !== null && (isFinal || regulatedCategoryOf(text) !== null)) return problem
  }
  return null
}
