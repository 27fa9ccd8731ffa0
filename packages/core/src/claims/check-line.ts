import { formProblem, isPlaceholder, isUsefulSection } from "./form.ts"
import { isExpired } from "./no-evidence.ts"
import type {
  CheckContext,
  Evidence,
  Line,
  LineCheck,
  NoEvidence,
  PageSentence,
  PageText,
  Verdict
} from "./page-text.ts"
import { regulatedCategoryOf } from "./regulated.ts"
import { positionsOf, sentencesIn, tokensOf, type Words, wordsOf } from "./text.ts"
import {
  claimOf,
  hasClaim,
  isAmount,
  isNoun,
  isPriceOrFree,
  limitingClause,
  welcomeNegation,
  wordListOf
} from "./words.ts"

/*
 * Whether a line may stand in an ad. What it says must stand on its landing page, in one sentence and in a row, and
 * nothing may be left out that qualifies it.
 */

type Lists = ReturnType<typeof wordListOf>
type Refusal = Extract<Verdict, { holds: false }>

interface IndexedPage {
  readonly sentences: ReadonlyArray<readonly [PageSentence, Words]>
  /** The sentences that have a word. */
  readonly byWord: ReadonlyMap<string, ReadonlyArray<readonly [PageSentence, Words]>>
}

const indexedPages = new WeakMap<PageText, IndexedPage>()

/** The sentences of a page as words. A page is checked against many lines. */
const indexOf = (page: PageText): IndexedPage => {
  const known = indexedPages.get(page)
  if (known !== undefined) return known
  const sentences = page.sentences.map((sentence) => [sentence, wordsOf(sentence.text)] as const)
  const byWord = new Map<string, Array<readonly [PageSentence, Words]>>()
  for (const one of sentences)
    for (const word of new Set(one[1].tokens)) {
      const others = byWord.get(word)
      if (others === undefined) byWord.set(word, [one])
      else others.push(one)
    }
  const index = { sentences, byWord }
  indexedPages.set(page, index)
  return index
}

const sentencesWith = (page: PageText, word: string | undefined) =>
  (word === undefined ? undefined : indexOf(page).byWord.get(word)) ?? []

/** The sentence that shares most words with a line, whether it is evidence or not. */
export const nearestSentence = (
  text: string,
  pages: ReadonlyArray<PageText>,
  language: string
): string | null => {
  const { functions } = wordListOf(language)
  const wanted = new Set(tokensOf(text))
  let best: { readonly text: string; readonly score: number } | null = null
  for (const page of pages)
    for (const [sentence, { tokens }] of indexOf(page).sentences) {
      const shared = [...new Set(tokens)].filter((word) => wanted.has(word))
      const score =
        shared.reduce((sum, word) => sum + (functions.has(word) ? 0.01 : 1), 0) - tokens.length / 10_000
      if (shared.length > 0 && (best === null || score > best.score)) best = { text: sentence.text, score }
    }
  return best?.text ?? null
}

/* What a cut leaves out. */

/** Words of a dropped part that would change what is left; null if there are none. */
const droppedWord = (
  { clauses, colons, tokens }: Words,
  from: number,
  to: number,
  text: string,
  lists: Lists
): string | null => {
  const [start, end] = [clauses[from]!, clauses[to - 1]!]
  if (to - from === tokens.length) return null
  const line = tokens.slice(from, to)
  const claim = claimOf(text)
  const inClause = (at: number) => clauses[at]! >= start && clauses[at]! <= end
  const droppedWords = (isDropped: (at: number) => boolean): ReadonlyArray<string> =>
    tokens
      .filter((_, at) => isDropped(at))
      .join(" ")
      .replaceAll(welcomeNegation, " ")
      .split(" ")
      .filter((word) => word !== "")
  const head = droppedWords((at) => at < from)
  const tail = droppedWords((at) => at >= to)
  const ownHead = droppedWords((at) => at < from && inClause(at))
  const ownTail = droppedWords((at) => at >= to && inClause(at))
  const laterClauses = [...new Set(clauses)]
    .filter((clause) => clause > end)
    .map((clause) => droppedWords((at) => clauses[at] === clause))
  const first = (words: ReadonlyArray<string>, set: ReadonlySet<string>): string | null =>
    words.find((word) => set.has(word)) ?? null
  const isContent = (word: string | undefined): boolean =>
    word !== undefined && !lists.functions.has(word) && !lists.neutral.has(word)

  const changed =
    first(head, lists.negations) ??
    first(claim === "none" ? ownTail : tail, lists.negations) ??
    first([...(claim === "none" ? ownHead : head), ...ownTail], lists.unreal) ??
    // "from £99", "99 € and up": the number is a limit only together with its word.
    (line.slice(0, 2).some(isAmount) ? first(ownHead.slice(-2), lists.limits) : null) ??
    (line.slice(-2).some(isAmount) ? first(ownTail.slice(0, 2), lists.limits) : null) ??
    // "400 to 600"
    (isAmount(line[0]!) ? ownHead.slice(-2).find(isAmount) : null) ??
    (isAmount(line.at(-1)!) ? ownTail.slice(0, 2).find(isAmount) : null) ??
    null
  if (changed !== null) return changed
  const limit = laterClauses.find((words) => limitingClause.test(words.join(" ")))
  if (limit !== undefined) return limit.join(" ")
  // "Export to Ledgerbird" of "Export to Ledgerbird costs $4 extra".
  if (claim === "none") return claimOf(ownTail.join(" ")) === "priced" ? ownTail.join(" ") : null

  const condition = first([...head, ...tail], lists.conditions)
  if (condition !== null) return condition
  // In English a noun may follow: "free implant consultation". Elsewhere it does after an adjective.
  const next = ownTail[0]
  const isOpen = hasClaim(line.at(-1)!) || lists.functions.has(line.at(-1)!)
  if (isContent(next) && (claim !== "plain" || isOpen || lists.isNounLast)) return next!
  if (claim === "plain") return first(ownTail.slice(0, 1), lists.qualifiers)
  const before = ownHead.at(-1)
  if (isContent(before) && (hasClaim(line[0]!) || !lists.isNounLast)) return before!
  const bond = first(ownTail, lists.qualifiers) ?? first(ownTail, lists.bonds) ?? first(head, lists.persons)
  if (bond !== null) return bond
  const isNamed = line.some((word) => isNoun(word, lists))
  if (claim === "promised" && isNamed) return null
  // "Members get a free exam": who gets it stands before it.
  const introduced = colons.has(start) ? droppedWords((at) => clauses[at] === start - 1) : []
  return [...ownHead, ...introduced].find((word) => isContent(word) && !lists.calls.has(word)) ?? null
}

/**
 * The word at which a cut splits a clause; null if it splits none. A line of several sentences joins whole clauses:
 * "Breakfast included. Dogs stay" would join the ends of two others.
 */
const splitWord = ({ clauses, tokens }: Words, from: number, to: number): string | null => {
  if (from > 0 && clauses[from - 1] === clauses[from]) return tokens[from - 1]!
  return to < tokens.length && clauses[to] === clauses[to - 1] ? tokens[to]! : null
}

/* One sentence of a line. */

type Proof =
  | { readonly holds: true; readonly evidence: Evidence | null }
  | {
      readonly holds: false
      readonly check: LineCheck
      readonly why: string
      readonly sentence: string | null
    }

const refusedAs: Readonly<Record<NoEvidence, string>> = {
  testimonial: "quotes a person",
  navigation: "is part of the page's navigation",
  legal: "is a legal note",
  notice: "is a notice about closing times",
  expired: "is about an offer that has ended",
  unavailable: "is about something that is sold out or not offered yet",
  placeholder: "is filler text of a template",
  question: "asks a question",
  excluded: "stands below a heading that excludes it"
}

/** Looks for the words of a line in the sentences of a page. */
const findPhrase = (
  words: ReadonlyArray<string>,
  text: string,
  page: PageText,
  context: CheckContext,
  lists: Lists,
  isOfClauses = false
): Proof | null => {
  let dropped: Proof | null = null
  let noEvidence: Proof | null = null
  for (const [sentence, whole] of sentencesWith(page, words[0]))
    for (const from of positionsOf(words, whole.tokens)) {
      const to = from + words.length
      const reason =
        sentence.notEvidence ?? (isExpired(sentence.text, context.today) ? ("expired" as const) : null)
      const isWhole = words.length === whole.tokens.length
      if (reason !== null && !(reason === "question" && isWhole && !hasClaim(text))) {
        noEvidence ??= {
          holds: false,
          check: "not_evidence",
          why: `The sentence of the page that says this proves nothing, since it ${refusedAs[reason]}.`,
          sentence: sentence.text
        }
        continue
      }
      const word =
        (isOfClauses ? splitWord(whole, from, to) : null) ?? droppedWord(whole, from, to, text, lists)
      if (word === null) return { holds: true, evidence: { url: page.url, sentence: sentence.text } }
      dropped ??= {
        holds: false,
        check: "dropped",
        why: `The line leaves out “${word}”, which changes what the page says.`,
        sentence: sentence.text
      }
    }
  return dropped ?? noEvidence
}

/** Whether a line is a quotation with whole parts between commas left out. Numbers keep their neighbours. */
const isShortened = (words: ReadonlyArray<string>, text: string, quote: string, lists: Lists): boolean => {
  const { clauses, tokens } = wordsOf(quote)
  if (["priced", "promised"].includes(claimOf(text)) || words.some(isAmount)) return false
  const parts = [...Map.groupBy(tokens, (_, at) => clauses[at]!).values()]
  const kept = (at: number, rest: ReadonlyArray<string>): boolean => {
    if (rest.length === 0) return true
    const part = parts[at]
    if (part === undefined) return false
    const own = part.every((word, n) => rest[n] === word)
    const isHarmless = !part.some(
      (word) => lists.negations.has(word) || lists.unreal.has(word) || lists.conditions.has(word)
    )
    return (own && kept(at + 1, rest.slice(part.length))) || (isHarmless && kept(at + 1, rest))
  }
  return kept(0, words)
}

/** Removes calls to action, the place and the business's name from the ends of a line. */
const coreOf = (words: ReadonlyArray<string>, context: CheckContext, lists: Lists): ReadonlyArray<string> => {
  const names = [
    ...context.brandNames.map(tokensOf),
    ...(context.places ?? []).flatMap((place) => formsOfPlace(place, lists))
  ]
    .filter((name) => name.length > 0)
    .toSorted((a, b) => b.length - a.length)
  let core = words
  for (let before = -1; before !== core.length; ) {
    before = core.length
    for (const name of names) {
      if (core.length >= name.length && name.every((word, at) => core[at] === word))
        core = core.slice(name.length)
      const start = core.length - name.length
      if (start >= 0 && name.every((word, at) => core[start + at] === word)) core = core.slice(0, start)
    }
    while (core.length > 0 && isIdle(core.at(-1)!, lists)) core = core.slice(0, -1)
    while (core.length > 0 && isIdle(core[0]!, lists)) core = core.slice(1)
  }
  return core
}

/** More words are a statement, and no name. */
const maxNameWords = 3

/** Whether the page has all words of a name. They claim nothing together that they do not name alone. */
const isNamedOnPage = (
  core: ReadonlyArray<string>,
  page: PageText,
  { today }: CheckContext,
  lists: Lists
): boolean =>
  core.length <= maxNameWords &&
  core.every(
    (word) =>
      !lists.functions.has(word) &&
      sentencesWith(page, word).some(
        ([{ notEvidence, text }, { tokens }]) =>
          notEvidence === null &&
          !isExpired(text, today) &&
          !tokens.some((one) => lists.negations.has(one) || lists.unreal.has(one))
      )
  )

/** A place, and its name without what tells it from others: "Freiburg" of "Freiburg im Breisgau". */
const formsOfPlace = (place: string, lists: Lists): ReadonlyArray<ReadonlyArray<string>> => {
  const words = tokensOf(place.split(/[,(/]/u)[0] ?? "")
  const end = words.findIndex((word, at) => at > 0 && lists.functions.has(word))
  return end < 0 ? [words] : [words, words.slice(0, end)]
}

const isIdle = (word: string, lists: Lists): boolean =>
  !lists.negations.has(word) && (lists.calls.has(word) || lists.functions.has(word))

const proveSentence = (
  text: string,
  quote: string | undefined,
  page: PageText,
  context: CheckContext,
  isOneOfSeveral: boolean
): Proof => {
  const lists = wordListOf(context.language)
  const words = tokensOf(text)
  if (isPriceOrFree.test(text) && !words.some((word) => isNoun(word, lists)))
    return {
      holds: false,
      check: "dropped",
      why: "The line has a price or “free” without the noun that it belongs to.",
      sentence: null
    }
  const found = findPhrase(words, text, page, context, lists, isOneOfSeveral)
  if (found?.holds === true) return found
  if (quote !== undefined) {
    const quoted = findPhrase(tokensOf(quote), quote, page, context, lists)
    if (quoted?.holds === true && isShortened(words, text, quote, lists)) return quoted
  }
  if (found !== null && claimOf(text) !== "none") return found
  const core = coreOf(words, context, lists)
  if (core.length === 0 && ["none", "plain"].includes(claimOf(text))) return { holds: true, evidence: null }
  const named = core.join(" ")
  if (core.length > 0 && claimOf(text) === "none") {
    if (!isOneOfSeveral && (context.names ?? []).some((name) => positionsOf(core, tokensOf(name)).length > 0))
      return { holds: true, evidence: null }
    const proof = findPhrase(core, named, page, context, lists, isOneOfSeveral)
    if (proof?.holds === true) return proof
    if (!isOneOfSeveral && isNamedOnPage(core, page, context, lists)) return { holds: true, evidence: null }
    const refusal = found ?? proof
    if (refusal !== null) return refusal
  }
  return {
    holds: false,
    check: "evidence",
    why: hasClaim(text) ? "No sentence of the page says this in a row." : `The page does not say “${named}”.`,
    sentence: null
  }
}

/* The whole line. */

const refuse = (check: LineCheck, reason: string, nearest: string | null): Refusal => ({
  holds: false,
  check,
  reason,
  nearest
})

/** Checks a line of an ad against the page that it leads to. A callout stands beside all pages of a campaign. */
export const checkLine = (
  { part, quote, text }: Line,
  pages: ReadonlyArray<PageText>,
  context: CheckContext
): Verdict => {
  const nearest = (): string | null => nearestSentence(quote ?? text, pages, context.language)
  const form = formProblem(text)
  if (form !== null) return refuse("form", `The line has ${form}.`, nearest())
  if (part === "sitelink" && isUsefulSection(text)) return { holds: true, evidence: null }
  const core = coreOf(tokensOf(text), context, wordListOf(context.language)).join(" ")
  if (isPlaceholder(text) || (core !== "" && isPlaceholder(core)))
    return refuse(
      "placeholder",
      "The line is the name of a section or the filler text of a template.",
      nearest()
    )
  const category = regulatedCategoryOf(text)
  if (category !== null && !(context.confirmed ?? []).includes(category))
    return {
      ...refuse(
        "regulated",
        `The line is about a restricted category: ${category.replaceAll("_", " ")}.`,
        nearest()
      ),
      category
    }
  let evidence: Evidence | null = null
  const sentences = sentencesIn(text)
  for (const page of pages)
    for (const sentence of sentences) {
      const proof = proveSentence(sentence, quote, page, context, sentences.length > 1)
      if (!proof.holds) {
        const where = pages.length > 1 ? ` (${page.url})` : ""
        return refuse(
          proof.check,
          `${proof.why}${where}`,
          proof.sentence ?? nearestSentence(quote ?? sentence, [page], context.language) ?? nearest()
        )
      }
      evidence ??= proof.evidence
    }
  return { holds: true, evidence }
}
