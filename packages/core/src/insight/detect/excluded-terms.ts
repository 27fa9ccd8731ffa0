import {
  type ActiveDays,
  blocks,
  type Exclusion,
  makeBlocker,
  type TermFigures,
  wordsOf
} from "../../campaigns/index.ts"
import { chanceOfCount } from "../../statistics.ts"
import { roundTo, type Traffic, totalBy } from "../amounts.ts"
import type { EvidenceItem } from "../recommendations/evidence.ts"
import type { ProposedOperation } from "../recommendations/rows.ts"
import { isFunctionWord, wordStem } from "../words.ts"
import { cpaInterval, describeCpa } from "./intervals.ts"
import {
  aiMaxConfidence,
  aiMaxShare,
  type CampaignView,
  enabledKeywords,
  evidence,
  lowerRate,
  type MatchType,
  maxWordsForExactMatch,
  type Reference,
  referenceCpaText,
  referenceOf
} from "./view.ts"

/** A term, keyword or word with its days of evidence. */
interface Judged {
  readonly evidence: Pick<Traffic, "clicks" | "cost_micros">
  readonly active: ActiveDays
  /** Conversions of the last 90 days, including the latest, which are no evidence of absence. */
  readonly conversions90: number
}

/**
 * Returns the conversions to expect of an item that did not convert: by clicks at the rate of the campaign's other
 * clicks on the days from its first to its last click, or by cost at the reference CPA, whichever is less. Rates change,
 * conversions come late, and tracking fails: the same days have the same share of all that.
 */
export const expectedConversions = ({ active, evidence: own }: Judged, reference: Reference): number => {
  const days = reference.days.filter(({ ago }) => ago <= active.from && ago >= active.to)
  const conversions = totalBy(days, (one) => one.conversions)
  const rate = lowerRate(conversions, totalBy(days, ({ clicks }) => clicks) - own.clicks)
  return Math.min(own.clicks * rate * reference.withoutBrand, own.cost_micros / reference.cpa)
}

/** Items with conversions, of which some contain the brand. */
interface Converting extends Judged {
  readonly text: string
}

/**
 * Returns the reference for searches without the brand: those with it convert far more often, so the campaign's rate
 * says little about the others.
 */
export const referenceWithoutBrand = (
  view: CampaignView,
  items: ReadonlyArray<Converting>
): Reference | null => {
  const reference = referenceOf(view)
  if (reference === null || view.type === "brand") return reference
  const isBrand = makeBrandTest(view)
  const others = items.filter(({ text }) => !isBrand(text))
  const rateOf = (some: ReadonlyArray<Converting>) =>
    totalBy(some, ({ conversions90 }) => conversions90) /
    Math.max(
      1,
      totalBy(some, (one) => one.evidence.clicks)
    )
  const [all, without] = [rateOf(items), rateOf(others)]
  return { ...reference, withoutBrand: all > 0 ? Math.min(1, without / all) : 1 }
}

/** The probability that luck explains the absence of conversions. */
const luck = (item: Judged, reference: Reference): number =>
  item.conversions90 > 0 ? 1 : Math.exp(-expectedConversions(item, reference))

/**
 * Returns the items whose lack of conversions luck does not explain, each with the share of false ones among those that
 * are found up to it. All items with enough cost are judged together, converted or not, and that share is limited
 * (Benjamini-Hochberg).
 */
export const judgeByAbsence = <Item extends Judged>(
  items: ReadonlyArray<Item>,
  reference: Reference
): ReadonlyMap<Item, number> => {
  const family = items
    .filter((item) => item.evidence.cost_micros >= evidence.minCpas * reference.cpa)
    .map((item) => ({ item, p: luck(item, reference) }))
    .toSorted((a, b) => a.p - b.p)
  let chance = 1
  const found = family.toReversed().flatMap(({ item, p }, n) => {
    chance = Math.min(chance, (p * family.length) / (family.length - n))
    return chance <= evidence.falseFindings ? [[item, chance] as const] : []
  })
  return new Map(found.toReversed())
}

/** Says in one sentence what was expected. */
export const describeAbsence = (item: Judged, reference: Reference): string =>
  `About ${roundTo(expectedConversions(item, reference), 1)} conversions were to be expected from ${item.evidence.clicks} clicks (${reference.daysText}); none came.`

/** A word, or two neighbouring words, that several clicked searches share. */
interface SharedWord extends Judged {
  readonly words: ReadonlyArray<string>
  readonly terms: ReadonlyArray<TermFigures>
}

interface ClickedTerm {
  readonly figures: TermFigures
  readonly words: ReadonlyArray<string>
}

/** Returns the words that enough searches share and that cost at least `minCost` micros together. */
const frequentWords = (terms: ReadonlyArray<ClickedTerm>, minCost: number): ReadonlySet<string> => {
  const sums = new Map<string, { cost: number; terms: number; last: ClickedTerm }>()
  for (const one of terms) {
    for (const word of one.words) {
      const sum = sums.get(word)
      const cost = one.figures.evidence.cost_micros
      if (sum === undefined) sums.set(word, { cost, terms: 1, last: one })
      else if (sum.last !== one) {
        sum.cost += cost
        sum.terms += 1
        sum.last = one
      }
    }
  }
  const frequent = new Set<string>()
  for (const [word, { cost, terms }] of sums)
    if (cost >= minCost && terms >= evidence.minSharingTerms) frequent.add(word)
  return frequent
}

/**
 * Returns the words and pairs that enough searches share and that cost at least `minCost` micros together. A large
 * campaign has many words and few that cost much, so pairs are formed only of words that do.
 */
const sharedWords = (terms: ReadonlyArray<TermFigures>, minCost: number): ReadonlyArray<SharedWord> => {
  const clicked = terms
    .filter((one) => one.evidence.clicks > 0 || one.conversions90 > 0)
    .map((figures): ClickedTerm => ({ figures, words: wordsOf(figures.term) }))
  const frequent = frequentWords(clicked, minCost)
  const sharing = new Map<string, Array<TermFigures>>()
  const add = (part: string, figures: TermFigures): void => {
    const same = sharing.get(part)
    if (same === undefined) sharing.set(part, [figures])
    // A search that repeats a word counts once.
    else if (same.at(-1) !== figures) same.push(figures)
  }
  for (const { figures, words } of clicked) {
    for (const [n, word] of words.entries()) {
      if (!frequent.has(word)) continue
      if (!isFunctionWord(word)) add(word, figures)
      if (n > 0 && frequent.has(words[n - 1]!)) add(`${words[n - 1]} ${word}`, figures)
    }
  }
  return [...sharing].flatMap(([text, same]): ReadonlyArray<SharedWord> => {
    const cost_micros = totalBy(same, (one) => one.evidence.cost_micros)
    if (cost_micros < minCost || same.length < evidence.minSharingTerms) return []
    const clicks = totalBy(same, (one) => one.evidence.clicks)
    const clickedDays = same.filter((one) => one.evidence.clicks > 0)
    return [
      {
        words: text.split(" "),
        terms: same,
        evidence: { clicks, cost_micros },
        active: {
          from: clickedDays.reduce<number>((from, { active }) => Math.max(from, active.from), 0),
          to: clickedDays.reduce<number>((to, { active }) => Math.min(to, active.to), evidence.days)
        },
        conversions90: totalBy(same, (one) => one.conversions90)
      }
    ]
  })
}

/*
 * Close variants: texts that a searcher means as the same. Plurals, word order, spacing, one typing error in a
 * longer word, and function words make no difference.
 */

/** One typing error counts only in words of at least this many letters: "boat" is no "coat". */
const minLettersForTypo = 5

/** Shorter words of a name are initials or articles. */
const minLettersForName = 4

/** Whether one letter was added, left out, replaced or swapped with its neighbour. */
const isTypo = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length < minLettersForTypo || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  return (
    short.slice(start + 1) === long.slice(start + 1) ||
    (short[start] === long[start + 1] &&
      short[start + 1] === long[start] &&
      short.slice(start + 2) === long.slice(start + 2))
  )
}

/** Whether two words are the same apart from their number or one typing error. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || wordStem(one) === wordStem(other) || isTypo(one, other)

interface Wording {
  readonly joined: string
  readonly content: ReadonlyArray<string>
}

const wordingOf = (text: string): Wording => {
  const words = wordsOf(text)
  const content = words.filter((word) => !isFunctionWord(word))
  return { joined: words.join(""), content: content.length > 0 ? content : words }
}

/** Whether the words pair up in any order, at most one of them by a typing error. */
const areSameWords = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean => {
  if (some.length !== others.length) return false
  const left = others.map(wordStem)
  const unpaired = some.filter((word) => {
    const place = left.indexOf(wordStem(word))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return unpaired.length === 0 || (unpaired.length === 1 && isTypo(wordStem(unpaired[0]!), left[0]!))
}

/** Returns a function that tells whether a search is a close variant of one of these texts. */
export const makeVariantFinder = (texts: ReadonlyArray<string>): ((search: string) => boolean) => {
  const known = texts.map(wordingOf)
  return (search) => {
    const { content, joined } = wordingOf(search)
    return known.some(
      (one) =>
        one.joined === joined ||
        wordStem(one.joined) === wordStem(joined) ||
        areSameWords(one.content, content)
    )
  }
}

/** Whether a search contains a phrase, with plurals, typing errors and other spacing. */
export const containsVariant = (search: string, phrase: string): boolean => {
  const [words, parts] = [wordsOf(search), wordsOf(phrase)]
  if (parts.length === 0) return false
  const joined = parts.join("")
  if (joined.length >= minLettersForTypo && words.join("").includes(joined)) return true
  return words.some((_, start) => parts.every((part, n) => isSameWord(words[start + n] ?? "", part)))
}

/* What is never excluded: the brand, the campaign's keywords, the business's products and places, and what a list stops. */

/** Legal forms, and words that any name may have. */
const commonInNames: ReadonlySet<string> = new Set(
  wordsOf(
    "inc llc ltd limited plc corp corporation co company gmbh ag kg sarl sas sa sl srl bv group services service shop store online best pro"
  )
)

/**
 * Returns the word of a business's name that only it has, such as "northwind" of "Northwind Plumbing": the first that says
 * neither what it sells nor where; null if there is none.
 */
export const distinctiveWord = (name: string, generic: ReadonlyArray<string>): string | null => {
  const words = wordsOf(name)
  // A name of one word is the brand itself.
  if (words.length < 2) return null
  const common = new Set(generic.flatMap(wordsOf).map(wordStem))
  const isDistinctive = (word: string) =>
    word.length >= minLettersForName &&
    !isFunctionWord(word) &&
    !commonInNames.has(word) &&
    !common.has(wordStem(word))
  return words.find(isDistinctive) ?? null
}

/** Returns a function that tells whether a text contains the brand, also with a typing error. */
export const makeBrandTest =
  ({ brand }: CampaignView) =>
  (text: string): boolean =>
    brand.some((name) => containsVariant(text, name))

/** The exclusions of the lists that concern the campaign. */
const listedNegatives = ({ negatives }: CampaignView) => negatives.filter(({ list }) => list != null)

/** Returns a function that explains in one sentence why a search is never excluded; null if it may be. */
const makeTermProtection = (view: CampaignView): ((term: string) => string | null) => {
  const isBrand = makeBrandTest(view)
  const isVariant = makeVariantFinder(enabledKeywords(view).map(({ text }) => text))
  const lists = [...Map.groupBy(listedNegatives(view), ({ list }) => list!)].map(
    ([name, some]) => [name, makeBlocker(some)] as const
  )
  return (term) => {
    const list = lists.find(([, stops]) => stops(term))
    if (list !== undefined) return `The negative keyword list "${list[0]}" already stops it.`
    if (isBrand(term)) return "It contains the brand."
    return isVariant(term) ? "It is a close variant of an enabled keyword." : null
  }
}

/** Returns a function that tells whether a search may come again, and may be excluded. */
export const makeExclusionTest = (view: CampaignView): ((one: TermFigures) => boolean) => {
  const whyNever = makeTermProtection(view)
  const isExcluded = makeBlocker(view.negatives)
  return (one) => !isExcluded(one.term) && !isGoneWithAiMax(view, one) && whyNever(one.term) === null
}

/**
 * Returns a function that tells whether a shared word may be excluded. At least one of its words must belong to
 * no enabled keyword, brand, product or served place, and no such text may contain it.
 */
const makeWordProtection = (view: CampaignView): ((shared: SharedWord) => boolean) => {
  const own = [...enabledKeywords(view).map(({ text }) => text), ...view.brand, ...view.ownTexts]
  const ownWords = [...new Set(own.flatMap(wordsOf))]
  const isForeign = (word: string) => !isFunctionWord(word) && !ownWords.some((one) => isSameWord(word, one))
  return ({ words }) => words.some(isForeign) && !own.some((text) => containsVariant(text, words.join(" ")))
}

/* Searches and shared words to exclude. */

type ExcludeOperation = Extract<ProposedOperation, { readonly op: "add_negative_keyword" }>
type WasteOperation = Extract<
  ProposedOperation,
  { readonly op: "add_negative_keyword" | "switch_off_ai_max" }
>

/** A search, or a word that searches share, to exclude or to review. */
export interface WasteRow {
  readonly text: string
  readonly match: MatchType
  readonly window: TermFigures["window"]
  readonly last30: TermFigures["last30"]
  /** The searches that share the word; null for a search. */
  readonly terms: ReadonlyArray<string> | null
  /** The probability that luck explains its lack of conversions, of everything that was judged with it. */
  readonly chance: number
  readonly action: "exclude" | "switch_off_ai_max" | "review"
  readonly reason: string
  readonly operation: WasteOperation | null
}

export interface Waste {
  readonly rows: ReadonlyArray<WasteRow>
  /** Every search that the exclusions stop. */
  readonly stopped: ReadonlyArray<TermFigures>
  /** Every search that did not convert and that switching off AI Max stops; empty if that is not advised. */
  readonly stoppedByAiMax: ReadonlyArray<TermFigures>
  /** What speaks for each change. */
  readonly evidence: ReadonlyArray<EvidenceItem>
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

const switchOffAiMax: WasteOperation = { op: "switch_off_ai_max" }

const sumOver = (days: "window" | "last30", terms: ReadonlyArray<TermFigures>): TermFigures["window"] => ({
  clicks: totalBy(terms, (one) => one[days].clicks),
  cost_micros: totalBy(terms, (one) => one[days].cost_micros)
})

interface FoundWord extends SharedWord {
  readonly chance: number
}

/** Returns the words to exclude, largest cost first; one whose searches are all stopped already adds nothing. */
const excludedWords = (
  view: CampaignView,
  terms: ReadonlyArray<TermFigures>,
  reference: Reference
): ReadonlyArray<FoundWord> => {
  const mayExclude = makeWordProtection(view)
  const shared = sharedWords(terms, evidence.minCpas * reference.cpa)
  const stopped = new Set<TermFigures>()
  return [...judgeByAbsence(shared, reference)]
    .map(([one, chance]): FoundWord => ({ ...one, chance }))
    .filter((one) => mayExclude(one) && sumOver("window", one.terms).cost_micros > 0)
    .toSorted((a, b) => b.evidence.cost_micros - a.evidence.cost_micros || a.words.length - b.words.length)
    .filter(({ terms: sharing }) => {
      const isNew = sharing.some((term) => !stopped.has(term))
      for (const term of sharing) stopped.add(term)
      return isNew
    })
}

/* AI Max, the setting that matches searches beyond the keywords: one change instead of many exclusions. */

/** Returns all that AI Max matched. */
const throughAiMax = ({ terms }: CampaignView) => {
  const sumOf = (figure: "clicks" | "conversions" | "cost_micros") =>
    totalBy(terms, ({ aiMax }) => aiMax.evidence[figure])
  return {
    clicks: sumOf("clicks"),
    conversions: sumOf("conversions"),
    cost_micros: sumOf("cost_micros")
  }
}

const isThroughAiMax = ({ aiMax, evidence: { cost_micros } }: TermFigures): boolean =>
  aiMax.evidence.cost_micros > aiMaxShare * cost_micros

/** What only AI Max matched does not come again once it is off. */
const isGoneWithAiMax = (view: CampaignView, one: TermFigures): boolean =>
  view.aiMax === false && isThroughAiMax(one)

/** Says that AI Max costs more than it brings; null if it is off, or luck explains its figures. */
const reasonAgainstAiMax = (view: CampaignView, reference: Reference): string | null => {
  const through = throughAiMax(view)
  const interval = cpaInterval(through, aiMaxConfidence)
  return view.aiMax === true && interval.low > reference.cpa
    ? `AI Max matched it. Of all that AI Max matched, ${describeCpa(through, interval, view.currency)}; ${referenceCpaText(view)} is acceptable.`
    : null
}

const evidenceOfAiMax = (view: CampaignView, reference: Reference): EvidenceItem => {
  const through = throughAiMax(view)
  const chance = chanceOfCount(through.conversions, through.cost_micros / reference.cpa)
  return { text: null, ...through, chance }
}

/** Returns what speaks for each exclusion; a search that several of them stop counts for the first. */
const evidenceOfExclusions = (
  rows: ReadonlyArray<WasteRow>,
  stopped: ReadonlyArray<TermFigures>
): ReadonlyArray<EvidenceItem> => {
  const chances = new Map<ExcludeOperation, number>()
  for (const { chance, operation } of rows)
    if (operation?.op === "add_negative_keyword" && !chances.has(operation)) chances.set(operation, chance)
  const exclusions = [...chances.keys()].map((one) => ({ one, stops: makeBlocker([one]) }))
  const byFirst = Map.groupBy(stopped, ({ term }) => exclusions.find(({ stops }) => stops(term))?.one)
  return [...chances].map(([operation, chance]): EvidenceItem => {
    const own = byFirst.get(operation) ?? []
    return {
      text: operation.text,
      clicks: totalBy(own, (one) => one.evidence.clicks),
      cost_micros: totalBy(own, (one) => one.evidence.cost_micros),
      conversions: 0,
      chance
    }
  })
}

/** Explains why a search is never excluded; null if it may be. */
type TermProtection = ReturnType<typeof makeTermProtection>

/** Returns the row of a word: to exclude, or to review if that stops a search that is never excluded. */
const makeWordRow =
  (whyNever: TermProtection, reference: Reference) =>
  (shared: FoundWord): WasteRow => {
    const text = shared.words.join(" ")
    const terms = shared.terms.map(({ term }) => term).toSorted()
    const kept = terms.find((term) => whyNever(term) !== null)
    const reason = `${terms.length} searches share it. ${describeAbsence(shared, reference)}`
    const row = {
      text,
      match: "phrase" as const,
      window: sumOver("window", shared.terms),
      last30: sumOver("last30", shared.terms),
      terms,
      chance: shared.chance
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
  againstAiMax: string | null,
  reference: Reference
) => {
  const excluded = words.filter(({ operation }) => operation !== null)
  return ([one, chance]: readonly [TermFigures, number]): WasteRow => {
    const { last30, term: text, window } = one
    const viaAiMax = isThroughAiMax(one)
    const absence = `${describeAbsence(one, reference)}${viaAiMax && againstAiMax === null ? " AI Max matched it." : ""}`
    const word = excluded.find(({ match, text: word }) => blocks({ text: word, match }, text))
    const never = whyNever(text)
    const row = { text, window, last30, terms: null, chance }
    if (viaAiMax && againstAiMax !== null)
      return {
        ...row,
        match: "exact",
        action: "switch_off_ai_max",
        reason: `${absence} ${againstAiMax}`,
        operation: switchOffAiMax
      }
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
  const reference = referenceWithoutBrand(
    view,
    view.terms.map((one) => ({ ...one, text: one.term }))
  )
  if (reference === null) return { rows: [], stopped: [], stoppedByAiMax: [], evidence: [] }
  const isExcluded = makeBlocker(view.negatives.filter(({ list }) => list == null))
  const terms = view.terms.filter((one) => !isExcluded(one.term) && !isGoneWithAiMax(view, one))
  const isListed = makeBlocker(listedNegatives(view))
  const unlisted = terms.filter(({ term }) => !isListed(term))
  const whyNever = makeTermProtection(view)
  const againstAiMax = reasonAgainstAiMax(view, reference)
  const remaining = unlisted.filter((one) => againstAiMax === null || !isThroughAiMax(one))
  const words = excludedWords(view, remaining, reference).map(makeWordRow(whyNever, reference))
  const judged = [...judgeByAbsence(terms, reference)].filter(([{ window }]) => window.cost_micros > 0)
  const rows = [
    ...words,
    ...judged.map(makeTermRow(view, words, whyNever, againstAiMax, reference))
  ].toSorted((a, b) => b.window.cost_micros - a.window.cost_micros || a.text.localeCompare(b.text))
  const exclusions = rows.flatMap(({ operation }) =>
    operation?.op === "add_negative_keyword" ? [operation] : []
  )
  const isStopped = makeBlocker(exclusions)
  const stopped = exclusions.length === 0 ? [] : unlisted.filter(({ term }) => isStopped(term))
  const switchesOff = rows.some(({ action }) => action === "switch_off_ai_max")
  return {
    rows,
    stopped,
    stoppedByAiMax: switchesOff
      ? unlisted.filter((one) => isThroughAiMax(one) && one.conversions90 === 0 && !isStopped(one.term))
      : [],
    evidence: [
      ...evidenceOfExclusions(rows, stopped),
      ...(switchesOff ? [evidenceOfAiMax(view, reference)] : [])
    ]
  }
}
