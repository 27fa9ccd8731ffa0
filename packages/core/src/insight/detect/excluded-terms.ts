import { blocks, type Exclusion, makeBlocker, type TermFigures, wordsOf } from "../../campaigns/index.ts"
import { totalBy } from "../amounts.ts"
import type { ProposedOperation } from "../recommendations/details.ts"
import { describeAbsence, judgeByAbsence } from "./absence.ts"
import { listedNegatives, makeTermProtection, makeWordProtection } from "./protection.ts"
import { type Reference, referenceOf } from "./reference.ts"
import { type SharedWord, sharedWords } from "./shared-words.ts"
import { evidence, maxWordsForExactMatch } from "./thresholds.ts"
import { type CampaignView, enabledKeywords, type MatchType } from "./view.ts"

/* Searches and shared words to exclude. */

type ExcludeOperation = Extract<ProposedOperation, { readonly op: "add_negative_keyword" }>

/** A search, or a word that searches share, to exclude or to review. */
export interface WasteRow {
  readonly text: string
  readonly match: MatchType
  readonly window: TermFigures["window"]
  readonly last30: TermFigures["last30"]
  /** The searches that share the word; null for a search. */
  readonly terms: ReadonlyArray<string> | null
  readonly action: "exclude" | "review"
  readonly reason: string
  readonly operation: ExcludeOperation | null
}

export interface Waste {
  readonly rows: ReadonlyArray<WasteRow>
  /** Every search that the operations stop. */
  readonly stopped: ReadonlyArray<TermFigures>
}

const exclude = (text: string, match: MatchType): ExcludeOperation => ({
  op: "add_negative_keyword",
  text,
  match
})

/**
 * Returns the match type of an exclusion, never broad because that blocks too much. A longer term is excluded
 * as a phrase with its variants, unless that blocks a keyword or a converting search.
 */
const matchTypeFor = (term: string, view: CampaignView): MatchType => {
  if (wordsOf(term).length <= maxWordsForExactMatch) return "exact"
  const phrase: Exclusion = { text: term, match: "phrase" }
  const blocksUseful =
    enabledKeywords(view).some(({ text }) => blocks(phrase, text)) ||
    view.terms.some(({ conversions90, term: other }) => conversions90 > 0 && blocks(phrase, other))
  return blocksUseful ? "exact" : "phrase"
}

const sumOver = (days: "window" | "last30", terms: ReadonlyArray<TermFigures>): TermFigures["window"] => ({
  clicks: totalBy(terms, (one) => one[days].clicks),
  cost_micros: totalBy(terms, (one) => one[days].cost_micros)
})

/** Returns the words to exclude, largest cost first; one whose searches are all stopped already adds nothing. */
const excludedWords = (
  view: CampaignView,
  terms: ReadonlyArray<TermFigures>,
  reference: Reference
): ReadonlyArray<SharedWord> => {
  const mayExclude = makeWordProtection(view)
  const shared = sharedWords(terms, evidence.minCpas * reference.cpa)
  const stopped = new Set<TermFigures>()
  return [...judgeByAbsence(shared, reference)]
    .filter((one) => mayExclude(one) && sumOver("window", one.terms).cost_micros > 0)
    .toSorted((a, b) => b.evidence.cost_micros - a.evidence.cost_micros || a.words.length - b.words.length)
    .filter(({ terms: sharing }) => {
      const isNew = sharing.some((term) => !stopped.has(term))
      for (const term of sharing) stopped.add(term)
      return isNew
    })
}

/** Explains why a search is never excluded; null if it may be. */
type TermProtection = ReturnType<typeof makeTermProtection>

/** Returns the row of a word: to exclude, or to review if that stops a search that is never excluded. */
const makeWordRow =
  (whyNever: TermProtection, reference: Reference) =>
  (shared: SharedWord): WasteRow => {
    const text = shared.words.join(" ")
    const terms = shared.terms.map(({ term }) => term).toSorted()
    const kept = terms.find((term) => whyNever(term) !== null)
    const reason = `${terms.length} searches share it. ${describeAbsence(shared, reference)}`
    const row = {
      text,
      match: "phrase" as const,
      window: sumOver("window", shared.terms),
      last30: sumOver("last30", shared.terms),
      terms
    }
    return kept === undefined
      ? { ...row, action: "exclude", reason, operation: exclude(text, "phrase") }
      : { ...row, action: "review", reason: `${reason} It would stop "${kept}".`, operation: null }
  }

/** Returns the row of a search: to exclude by itself, with a word that stops it, or to review. */
const makeTermRow = (
  view: CampaignView,
  words: ReadonlyArray<WasteRow>,
  whyNever: TermProtection,
  reference: Reference
) => {
  const excluded = words.filter(({ operation }) => operation !== null)
  return (one: TermFigures): WasteRow => {
    const { last30, term: text, window } = one
    const absence = describeAbsence(one, reference)
    const word = excluded.find(({ match, text: word }) => blocks({ text: word, match }, text))
    const never = whyNever(text)
    const row = { text, window, last30, terms: null }
    if (never !== null)
      return { ...row, match: "exact", action: "review", reason: `${absence} ${never}`, operation: null }
    if (word !== undefined) {
      const reason = `${absence} Excluding "${word.text}" stops it.`
      return { ...row, match: word.match, action: "exclude", reason, operation: word.operation }
    }
    const match = matchTypeFor(text, view)
    return { ...row, match, action: "exclude", reason: absence, operation: exclude(text, match) }
  }
}

/**
 * Finds the searches and shared words whose lack of conversions luck does not explain, and that cost something in
 * the requested days.
 */
export const findWaste = (view: CampaignView): Waste => {
  const reference = referenceOf(view)
  if (reference === null) return { rows: [], stopped: [] }
  const isExcluded = makeBlocker(view.negatives.filter(({ list }) => list == null))
  const terms = view.terms.filter(({ term }) => !isExcluded(term))
  const isListed = makeBlocker(listedNegatives(view))
  const unlisted = terms.filter(({ term }) => !isListed(term))
  const whyNever = makeTermProtection(view)
  const words = excludedWords(view, unlisted, reference).map(makeWordRow(whyNever, reference))
  const judged = [...judgeByAbsence(terms, reference)].filter(({ window }) => window.cost_micros > 0)
  const rows = [...words, ...judged.map(makeTermRow(view, words, whyNever, reference))].toSorted(
    (a, b) => b.window.cost_micros - a.window.cost_micros || a.text.localeCompare(b.text)
  )
  const isStopped = makeBlocker(rows.flatMap(({ operation }) => operation ?? []))
  return { rows, stopped: rows.length === 0 ? [] : unlisted.filter(({ term }) => isStopped(term)) }
}
