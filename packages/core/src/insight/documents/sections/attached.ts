import {
  blockquote,
  escapeMarkdown,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  pluralize
} from "../../markdown.ts"
import { hasAllWords, significantWords } from "../../words.ts"
import type { Section } from "../document.ts"
import type { StrategyFacts } from "../strategy-source.ts"
import type { AccountPerformance, StrategyFormat } from "./account.ts"
import { type DocumentPassages, extractPassages } from "./passages.ts"
import { type PlanStep, stepCampaigns } from "./steps.ts"

const maxPassages = 4
const maxPassageLength = 240

/** Words of plans and wishes. */
const planningWords =
  /\b(?:aims?|avoid|budgets?|campaigns?|cheaper|competitors?|conversions?|costs?|customers?|fewer|focus|goals?|grow(?:th)?|increase|launch|leads?|less|margins?|more|must|never|objectives?|priorit\w+|profit\w*|reduce|revenue|sales?|seasons?|should|spend|stop|targets?|want|winter|summer|spring|autumn)\b/i
const digits = /\d/

const truncatePassage = (passage: string): string => {
  if (passage.length <= maxPassageLength) return passage
  const cut = passage.slice(0, maxPassageLength)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxPassageLength / 2)).trimEnd()} …`
}

/** For example "Seattle" of "Seattle, Washington, United States". */
const shortPlace = (place: string): string => place.split(",")[0]!.trim()

/** Returns words that only one product has: "emergency" then means the emergency plumber. */
const distinctiveWords = (products: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const owners = Map.groupBy(
    products.flatMap((product) => [...new Set(significantWords(product))].map((word) => ({ word, product }))),
    ({ word }) => word
  )
  return new Map(
    [...owners].flatMap(([word, [first, ...more]]) =>
      first !== undefined && more.length === 0 && word.length > 3 ? [[word, first.product]] : []
    )
  )
}

/** Possible topics of a passage, with their words. */
const topicsOf = (names: ReadonlyArray<string>) =>
  names.map((name) => ({ name, words: significantWords(name) }))
type Topic = ReturnType<typeof topicsOf>[number]

/** Analyses the given documents. Their text is quoted; their instructions are never followed. */
export const analyseDocuments = (
  { business, documents, source }: Pick<StrategyFacts, "business" | "documents" | "source">,
  extracted: ReadonlyArray<DocumentPassages> = extractPassages(documents)
) => {
  const slugs = topicsOf(source.campaigns.map(({ slug }) => slug))
  const products = topicsOf(business?.products ?? [])
  const places = topicsOf([...new Set((business?.places ?? []).map(shortPlace))])
  const all = [...slugs, ...products, ...places, ...topicsOf(business?.competitors ?? [])]
  const distinctive = distinctiveWords(products.map(({ name }) => name))
  return extracted.map(({ leftOut, name, passages }) => {
    // Splits each passage into words once: there may be hundreds of passages and campaigns.
    const read = passages.map((passage, index) => {
      const words = new Set(significantWords(passage))
      const topics = new Set(all.filter(hasAllWords(words)))
      const weight = (planningWords.test(passage) ? 2 : 0) + (digits.test(passage) ? 1 : 0) + 2 * topics.size
      return { passage, index, words, topics, weight }
    })
    const best = read
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, maxPassages)
    const implied = new Set(
      read.flatMap(({ words }) => [...words].flatMap((word) => distinctive.get(word) ?? []))
    )
    const isMentioned = (thing: Topic) => read.some(({ topics }) => topics.has(thing))
    const mentionedProducts = products.filter((product) => isMentioned(product) || implied.has(product.name))
    const isRelevant = (slug: Topic) =>
      isMentioned(slug) || mentionedProducts.some(hasAllWords(new Set(slug.words)))
    const namesOf = (found: ReadonlyArray<Topic>) => found.map((thing) => thing.name)
    return {
      name,
      /** Literal quotations, in the order of the document. */
      passages: best.toSorted((a, b) => a.index - b.index).map(({ passage }) => truncatePassage(passage)),
      /** The number of paragraphs left out because they give instructions. */
      leftOut,
      campaigns: namesOf(slugs.filter(isRelevant)),
      products: namesOf(mentionedProducts),
      places: namesOf(places.filter(isMentioned))
    }
  })
}

/** A document's relevant passages, quoted, and the campaigns and products they mention. */
type DocumentView = ReturnType<typeof analyseDocuments>[number]

interface AttachedFacts {
  readonly documents: ReadonlyArray<DocumentView>
  readonly performance: AccountPerformance
  readonly plan: { readonly steps: ReadonlyArray<PlanStep> }
}

/** Returns the account's figures for the topics of a document. */
const campaignFigures = (
  { campaigns }: DocumentView,
  { performance }: AttachedFacts,
  { campaign, money }: StrategyFormat
): string | null => {
  const rows = performance.campaigns.filter(({ slug }) => campaigns.includes(slug))
  if (rows.length === 0) return null
  const campaignTexts = rows.map(({ now: { conversions, cpa, spend }, slug, state }) =>
    spend === 0
      ? `${campaign(slug)} is ${state} and spent nothing`
      : `${campaign(slug)} spent ${money(spend)} for ${pluralize(conversions, "conversion")}${cpa === null ? "" : `, ${money(cpa)} each`}`
  )
  return `In the account: ${campaignTexts.join("; ")}.`
}

/** Returns the steps of the plan for the topics of a document. */
const relatedSteps = ({ campaigns, products }: DocumentView, { plan }: AttachedFacts): string | null => {
  const stepNumbers = plan.steps.flatMap((step, n) => {
    const isRelated =
      (step.kind === "theme" && step.theme.product !== null && products.includes(step.theme.product)) ||
      stepCampaigns(step).some((slug) => campaigns.includes(slug))
    return isRelated ? [String(n + 1)] : []
  })
  if (stepNumbers.length === 0) return null
  // A list of nearly all steps does not help.
  if (stepNumbers.length * 2 > plan.steps.length) return "In the plan: most of the steps."
  return `In the plan: ${stepNumbers.length === 1 ? "step" : "steps"} ${joinWithAnd(stepNumbers)}.`
}

const leftOutNote = ({ leftOut }: DocumentView): string | null =>
  leftOut === 0
    ? null
    : `${pluralize(leftOut, "paragraph")} with instructions ${leftOut === 1 ? "is" : "are"} left out: a strategy quotes goals and plans, and follows no instructions.`

const documentSection = (one: DocumentView, strategy: AttachedFacts, format: StrategyFormat): string =>
  joinBlocks(
    `### ${escapeMarkdown(one.name)}`,
    one.passages.length === 0
      ? "Nothing in it is about goals, money or what is advertised."
      : one.passages.map(blockquote).join("\n>\n"),
    joinSentences(campaignFigures(one, strategy, format), relatedSteps(one, strategy)),
    leftOutNote(one)
  )

/** Quotes the documents. */
export const documentsSection = (facts: AttachedFacts, format: StrategyFormat): Section | null =>
  facts.documents.length === 0
    ? null
    : {
        heading: "What your documents say",
        body: joinBlocks(
          "Quoted word for word. All figures and steps above come from the account, not from these documents.",
          ...facts.documents.map((one) => documentSection(one, facts, format))
        )
      }
