import { formProblem, isPlaceholder } from "./form.ts"
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
import { claimsBound, hasClaim, isClaimWord, isPriceOrFree, welcomeNegation, wordListOf } from "./words.ts"

/*
 * Whether a line may stand in an ad. What it says must stand on its landing page, in one sentence and in a row, and
 * nothing may be left out that qualifies it.
 */

type Lists = ReturnType<typeof wordListOf>
type Refusal = Extract<Verdict, { holds: false }>

const isNumber = (word: string): boolean => /^[\d$€£¥%]/u.test(word)

const indexed = new WeakMap<PageText, ReadonlyArray<readonly [PageSentence, Words]>>()

/** The sentences of a page as words. A page is checked against many lines. */
const sentencesOf = (page: PageText): ReadonlyArray<readonly [PageSentence, Words]> => {
  const known = indexed.get(page)
  if (known !== undefined) return known
  const found = page.sentences.map((sentence) => [sentence, wordsOf(sentence.text)] as const)
  indexed.set(page, found)
  return found
}

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
    for (const [sentence, { tokens }] of sentencesOf(page)) {
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
  const isClaim = hasClaim(text)
  const isBound = claimsBound(text)
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
  const laterTail = droppedWords((at) => at >= to && !inClause(at))
  const first = (words: ReadonlyArray<string>, set: ReadonlySet<string>): string | null =>
    words.find((word) => set.has(word)) ?? null
  const isContent = (word: string | undefined): boolean =>
    word !== undefined && !lists.functions.has(word) && !lists.neutral.has(word)

  const negation = first(head, lists.negations) ?? first(isClaim ? tail : ownTail, lists.negations)
  if (negation !== null) return negation
  const unreal = first([...(isClaim ? head : ownHead), ...ownTail], lists.unreal)
  if (unreal !== null) return unreal
  // "from £99", "99 € and up": the number is a limit only together with its word.
  if (line.slice(0, 2).some(isNumber)) {
    const limit = first(ownHead.slice(-2), lists.limits)
    if (limit !== null) return limit
  }
  if (line.slice(-2).some(isNumber)) {
    const limit = first(ownTail.slice(0, 2), lists.limits)
    if (limit !== null) return limit
  }
  // In English a noun may follow: "free implant consultation". Elsewhere it does after an adjective.
  const next = ownTail[0]
  const isOpen = isClaimWord(line.at(-1)!) || lists.functions.has(line.at(-1)!)
  if (!isClaim) return null
  if (isContent(next) && (isBound || isOpen || lists.isNounLast)) return next!
  const before = ownHead.at(-1)
  if (isBound && isContent(before) && (isClaimWord(line[0]!) || !lists.isNounLast)) return before!
  const condition =
    first(isBound ? [...head, ...tail] : [...ownHead, ...ownTail], lists.conditions) ??
    first(isBound ? ownTail : ownTail.slice(0, 1), lists.qualifiers)
  if (condition !== null) return condition
  if (!isBound) return null
  const bond = first(ownTail, lists.bonds) ?? first(laterTail, lists.recipients)
  if (bond !== null) return bond
  // "Members get a free exam": who gets it stands before it.
  const subject = ownHead.find(isContent)
  if (subject !== undefined) return subject
  const introduced = colons.has(start) ? droppedWords((at) => clauses[at] === start - 1) : []
  return introduced.find(isContent) ?? first(head, lists.recipients)
}

/** Whether a line with a price, or with "free", has the noun that it belongs to. */
const namesPriced = (words: ReadonlyArray<string>, lists: Lists): boolean =>
  words.some(
    (word) =>
      !isNumber(word) &&
      !isPriceOrFree.test(word) &&
      !lists.functions.has(word) &&
      !lists.neutral.has(word) &&
      !lists.limits.has(word)
  )

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
  lists: Lists
): Proof | null => {
  let dropped: Proof | null = null
  let noEvidence: Proof | null = null
  for (const [sentence, whole] of sentencesOf(page))
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
      const word = droppedWord(whole, from, to, text, lists)
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
  if (claimsBound(text) || words.some(isNumber)) return false
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
  const names = [...context.brandNames, ...(context.places ?? [])]
    .map(tokensOf)
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

const isIdle = (word: string, lists: Lists): boolean =>
  !lists.negations.has(word) && (lists.calls.has(word) || lists.functions.has(word))

const proveSentence = (
  text: string,
  quote: string | undefined,
  page: PageText,
  context: CheckContext
): Proof => {
  const lists = wordListOf(context.language)
  const words = tokensOf(text)
  if (isPriceOrFree.test(text) && !namesPriced(words, lists))
    return {
      holds: false,
      check: "dropped",
      why: "The line has a price or “free” without the noun that it belongs to.",
      sentence: null
    }
  const found = findPhrase(words, text, page, context, lists)
  if (found?.holds === true) return found
  if (quote !== undefined) {
    const quoted = findPhrase(tokensOf(quote), quote, page, context, lists)
    if (quoted?.holds === true && isShortened(words, text, quote, lists)) return quoted
  }
  if (found !== null) return found
  const core = coreOf(words, context, lists)
  if (core.length === 0 && !claimsBound(text)) return { holds: true, evidence: null }
  const named = core.join(" ")
  if (core.length > 0 && core.length < words.length && !hasClaim(text)) {
    const proof = findPhrase(core, named, page, context, lists)
    if (proof !== null) return proof
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
  { quote, text }: Line,
  pages: ReadonlyArray<PageText>,
  context: CheckContext
): Verdict => {
  const nearest = (): string | null => nearestSentence(quote ?? text, pages, context.language)
  const form = formProblem(text)
  if (form !== null) return refuse("form", `The line has ${form}.`, nearest())
  if (isPlaceholder(text))
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
  for (const page of pages)
    for (const sentence of sentencesIn(text)) {
      const proof = proveSentence(sentence, quote, page, context)
      if (!proof.holds) {
        const where = pages.length > 1 ? ` (${page.url})` : ""
        return refuse(
          proof.check,
          `${proof.why}${where}`,
          proof.sentence ?? nearestSentence(quote ?? sentence, [page], context.language)
        )
      }
      evidence ??= proof.evidence
    }
  return { holds: true, evidence }
}
