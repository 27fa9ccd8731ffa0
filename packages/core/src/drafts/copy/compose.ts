import { Either } from "effect"
import { minAssets, pathWidth, widthOf } from "../../campaigns/index.ts"
import { isSameWord, termWords } from "../../outbound/index.ts"
import { type AdTheme, descriptionsFor, headlinesFor, minLines } from "./ad-lines.ts"
import { calloutsFor, sitelinksFor } from "./assets.ts"
import { competitorKeywords } from "./competitors.ts"
import type { AdContent, DraftContent } from "./content.ts"
import type { BusinessFacts } from "./facts.ts"
import { type Idea, ideaFilter, ideasByOffer } from "./ideas.ts"
import {
  brandKeywords,
  type ChosenKeywords,
  type KeywordDraft,
  type KeywordOwner,
  keywordKey,
  keywordLimits,
  type SearchOwner,
  serviceKeywords,
  toSearchText
} from "./keywords.ts"
import { type CopyLine, lineKey, properNames, sentenceCase, tidyHeading } from "./line.ts"
import type { DraftType } from "./name.ts"
import { primaryLanguage } from "./phrases.ts"
import { brandTheme, draftThemes, isOneProduct, landingTheme } from "./themes.ts"

/* The gate of an ad: a specialist's reasons not to launch it, and a score of what is left. */

/** The least score of an ad that is worth its clicks, of 100. */
export const passingScore = 60

/** Returns what an ad lacks, such as "5 of 8 headlines"; empty if it can be made. */
const shortages = (
  headlines: ReadonlyArray<CopyLine>,
  descriptions: ReadonlyArray<CopyLine>,
  keywords: ReadonlyArray<KeywordDraft>,
  minKeywords: number = keywordLimits.min
): ReadonlyArray<string> => [
  ...(headlines.length < minLines.headlines
    ? [`${headlines.length} of ${minLines.headlines} headlines`]
    : []),
  ...(descriptions.length < minLines.descriptions
    ? [`${descriptions.length} of ${minLines.descriptions} descriptions`]
    : []),
  ...(keywords.length < minKeywords ? [`${keywords.length} of ${minKeywords} keywords`] : [])
]

const share = (count: number, all: number): number => (all === 0 ? 0 : count / all)
const upTo = (count: number, enough: number): number => Math.min(1, count / enough)

/** Headlines that say nearly the same: all words of one are in another. */
const nearDuplicates = (lines: ReadonlyArray<CopyLine>): number =>
  lines.filter(({ text }, index) =>
    lines.some((other, otherIndex) => {
      const words = new Set(lineKey(other.text).split(" "))
      const own = lineKey(text).split(" ")
      return otherIndex < index && own.length === words.size && own.every((word) => words.has(word))
    })
  ).length

/**
 * Scores an ad from 0 to 100: how much of the ad there is (40), how much of it is about its theme or quotes its
 * page (30), how different its headlines are (15), and how many keywords name its theme (15).
 */
const scoreOf = (
  { offer, page }: AdTheme,
  ad: Pick<AdContent, "headlines" | "descriptions" | "keywords">
): number => {
  const subject = [offer.name, ...offer.terms]
    .flatMap(({ text }) => termWords(text))
    .filter((word) => word.length > 3)
  const isOnTheme = (text: string) =>
    termWords(text).some((word) => subject.some((one) => isSameWord(one, word) || word.includes(one)))
  const isOfPage = ({ source, text }: CopyLine) =>
    isOnTheme(text) ||
    (source.from === "place" && source.at.in === "website" && source.at.page === page.url) ||
    source.from === "model"
  const coverage =
    (upTo(ad.headlines.length, 12) + upTo(ad.descriptions.length, 4) + upTo(ad.keywords.length, 10)) / 3
  const specific = share(
    [...ad.headlines, ...ad.descriptions].filter(isOfPage).length,
    ad.headlines.length + ad.descriptions.length
  )
  const variety = 1 - share(nearDuplicates(ad.headlines), ad.headlines.length)
  const focus = share(ad.keywords.filter(({ text }) => isOnTheme(text)).length, ad.keywords.length)
  return Math.round(40 * coverage + 30 * specific + 15 * variety + 15 * focus)
}

/** Lines that a model wrote, by the URL of the ad's page. The same rules apply to them. */
export interface ModelLines {
  readonly headlines: ReadonlyArray<CopyLine>
  readonly descriptions: ReadonlyArray<CopyLine>
  /** Searches, as lower-case text. */
  readonly keywords: ReadonlyArray<CopyLine>
}
export type ModelLinesFor = (url: string) => ModelLines

/** What a draft is composed with, besides the facts. */
export interface ComposeOptions {
  readonly ideas?: ReadonlyArray<Idea>
  readonly modelLinesFor?: ModelLinesFor
  /** The owners of searches that other ads and campaigns of the account bid on. */
  readonly ownerOf?: KeywordOwner
  /** The companies whose names a competitor campaign bids on. */
  readonly competitors?: ReadonlyArray<string>
}

const pathsOf = ({ offer }: AdTheme): ReadonlyArray<string> => {
  const path = toSearchText(offer.name.text).replaceAll(" ", "-")
  return path !== "" && widthOf(path) <= pathWidth ? [path] : []
}

const nameOf = ({ facts, offer, page }: AdTheme): string => {
  if (offer.isProduct) return tidyHeading(offer.name.text)
  const names = properNames(page.paragraphs.map(({ text }) => text))
  return sentenceCase(tidyHeading(offer.name.text), primaryLanguage(facts.language), names)
}

const namesOf = (owners: ReadonlyArray<SearchOwner>, most: number): string =>
  [...new Set(owners.map(({ name }) => name))].slice(0, most).join(", ")

/** Why a page gets no ad. */
interface Shortfall {
  readonly why: string
  /** What has its searches, if it lacks nothing else. */
  readonly takenBy: ReadonlyArray<SearchOwner>
}

/** Composes one ad; what it lacks if it would not be worth its clicks. */
const adFor = (
  theme: AdTheme,
  { keywords, takenBy }: ChosenKeywords,
  { modelLinesFor }: ComposeOptions,
  minKeywords?: number
): Either.Either<AdContent, Shortfall> => {
  const { url } = theme.page
  const modelLines = modelLinesFor?.(url)
  const headlines = headlinesFor(theme, modelLines?.headlines)
  const descriptions = descriptionsFor(theme, modelLines?.descriptions)
  const lines = shortages(headlines, descriptions, [], 0)
  const lacks = shortages(headlines, descriptions, keywords, minKeywords)
  const name = nameOf(theme)
  if (lacks.length > 0) {
    const isTaken = lines.length === 0 && takenBy.length > 0
    const has = isTaken ? `only ${lacks.join(" and ")} left` : lacks.join(" and ")
    const others = takenBy.length === 0 ? "" : `; its other searches are in ${namesOf(takenBy, 3)}`
    return Either.left({ why: `${name} (${url}) has ${has}${others}`, takenBy: isTaken ? takenBy : [] })
  }
  const score = scoreOf(theme, { headlines, descriptions, keywords })
  return score < passingScore
    ? Either.left({
        why: `${name} (${url}) scores ${score} of 100, and ${passingScore} are needed: its lines are too general`,
        takenBy: []
      })
    : Either.right({ name, url, headlines, descriptions, paths: pathsOf(theme), keywords, score })
}

const nobody: KeywordOwner = () => undefined

const ownAd = (name: string): SearchOwner => ({ name: `the ad ${name}`, kind: "own ad" })

const keywordsOf = (
  { facts, offer, page }: AdTheme,
  { modelLinesFor, ownerOf = nobody }: ComposeOptions,
  ideas: ReadonlyArray<Idea>,
  inDraft: KeywordOwner = nobody
) =>
  serviceKeywords(
    facts,
    offer,
    { ideas, proposed: modelLinesFor?.(page.url).keywords ?? [] },
    ideaFilter(facts, offer, page),
    (text) => inDraft(text) ?? ownerOf(text)
  )

/** The category that a search belongs to: it has nothing that one product adds to the category's name. */
const categoryFor = (themes: ReadonlyArray<AdTheme>, { offer }: AdTheme): KeywordOwner => {
  if (!isOneProduct(offer)) return nobody
  const own = [offer.name, ...offer.terms].flatMap(({ text }) => termWords(text))
  return (text) => {
    const words = termWords(text)
    const category = themes.find(
      (one) =>
        one.offer.isProduct &&
        !isOneProduct(one.offer) &&
        termWords(one.offer.name.text).every((name) => words.some((word) => isSameWord(word, name)))
    )
    if (category === undefined) return undefined
    const known = termWords(category.offer.name.text)
    const isSpecific = words.some(
      (word) => own.includes(word) && !known.some((name) => isSameWord(word, name))
    )
    return isSpecific ? undefined : ownAd(nameOf(category))
  }
}

const serviceAds = (facts: BusinessFacts, options: ComposeOptions) => {
  // Two ads of one campaign do not bid on the same keywords. Products choose before their categories.
  const inDraft = new Map<string, SearchOwner>()
  const themes = draftThemes(facts)
  const ideas = ideasByOffer(
    options.ideas ?? [],
    themes.map(({ offer }) => offer)
  )
  const ads = new Map<AdTheme, ReturnType<typeof adFor>>()
  for (const theme of themes.toSorted(
    (a, b) => Number(isOneProduct(b.offer)) - Number(isOneProduct(a.offer))
  )) {
    const ofCategory = categoryFor(themes, theme)
    const ownerOf = (text: string) => inDraft.get(keywordKey(text)) ?? ofCategory(text)
    const chosen = keywordsOf(theme, options, ideas.get(theme.offer) ?? [], ownerOf)
    const ad = adFor(theme, chosen, options)
    if (Either.isRight(ad))
      for (const text of [...ad.right.keywords.map((one) => one.text), ...(chosen.covered ?? [])])
        inDraft.set(keywordKey(text), ownAd(ad.right.name))
    ads.set(theme, ad)
  }
  return themes.map((theme) => ads.get(theme)!)
}

/** One ad a competitor, on the first page that can carry it: what the business is, then its offers. */
const competitorAds = (facts: BusinessFacts, options: ComposeOptions) => {
  const general = landingTheme(facts)
  const themes = [...(general === null || !general.page.sells ? [] : [general]), ...draftThemes(facts)]
  return (options.competitors ?? []).flatMap((competitor) => {
    const keywords = competitorKeywords(facts, competitor, options.ownerOf ?? nobody)
    const at = { in: "profile", where: "competitors" } as const
    const ads = themes.map((theme) => {
      const terms = [...theme.offer.terms, { text: competitor, at }]
      return Either.map(
        adFor({ ...theme, offer: { ...theme.offer, terms } }, keywords, options, 1),
        (ad): AdContent => ({ ...ad, name: competitor })
      )
    })
    const ad = ads.find(Either.isRight) ?? ads[0]
    return ad === undefined ? [] : [ad]
  })
}

/** From this share on, a website is a template that nobody has filled in. */
const maxPlaceholderShare = 0.25

/** States that the searches of a website belong to something else, and what to do. */
const takenText = (website: string, owners: ReadonlyArray<SearchOwner>, reasons: string): string => {
  const names = namesOf(owners, 5)
  const [what, remedy] = owners.every(({ kind }) => kind === "own ad")
    ? [
        `This campaign already bids on the searches for ${website}, in ${names}, and its ads would compete for them`,
        "remove those keywords from that ad"
      ]
    : owners.every(({ kind }) => kind === "list")
      ? [
          `No ad would show for the searches for ${website}: ${names} excludes them`,
          "remove those terms from the list in the ad platform"
        ]
      : [
          `The account already bids on the searches for ${website}, in ${names}, and two campaigns would compete for them`,
          "remove those keywords from the other campaign"
        ]
  return `${what}: ${reasons}. Send the address of a page about something else, or ${remedy}, then send the call again.`
}

/** States why no ad was written, and what to do: about the website, or about what has its searches. */
const noAdText = (
  { placeholderShare, website }: BusinessFacts,
  leftOut: ReadonlyArray<Shortfall>
): string => {
  const reasons = leftOut.slice(0, 3).map(({ why }) => why)
  if (leftOut.length > 0 && leftOut.every(({ takenBy }) => takenBy.length > 0)) {
    const owners = leftOut.flatMap(({ takenBy }) => takenBy)
    return takenText(website, owners, reasons.join("; "))
  }
  const why =
    placeholderShare >= maxPlaceholderShare
      ? "most of its text is the placeholder text of a template"
      : leftOut.length === 0
        ? "no page names a product or service"
        : reasons.join("; ")
  return `${website} says too little to write an ad from: ${why}. Give each product or service a page with a heading that names it, a few sentences and a list of what customers get, readable without JavaScript. Add products, trust signals and target locations to the business profile by analysing the website again, then send the call again.`
}

/** Composes a whole draft. The same facts always give the same draft. */
export const composeDraft = (
  facts: BusinessFacts,
  type: DraftType,
  domain: string,
  options: ComposeOptions = {}
): Either.Either<DraftContent, string> => {
  if (facts.placeholderShare >= maxPlaceholderShare) return Either.left(noAdText(facts, []))
  const results =
    type === "brand"
      ? [adFor(brandTheme(facts), { keywords: brandKeywords(facts, domain), takenBy: [] }, options, 1)]
      : type === "competitor"
        ? competitorAds(facts, options)
        : serviceAds(facts, options)
  const ads = results.filter(Either.isRight).map(({ right }) => right)
  const shortfalls = results.filter(Either.isLeft).map(({ left }) => left)
  const leftOut = [
    ...shortfalls.map(({ why }) => why),
    ...facts.localOffers.map(
      ({ name, place }) =>
        `${name.text} is offered in ${place}, and the draft is shown in the whole country. Create a campaign for ${place} with it`
    )
  ]
  return ads.length === 0
    ? Either.left(noAdText(facts, shortfalls))
    : Either.right({
        ads,
        sitelinks: atLeast(minAssets, sitelinksFor(facts)),
        callouts: atLeast(minAssets, calloutsFor(facts)),
        leftOut
      })
}

/** Proposes what stands beside ads that the caller wrote. */
export const composeAssets = (facts: BusinessFacts): DraftContent => ({
  ads: [],
  sitelinks: atLeast(minAssets, sitelinksFor(facts)),
  callouts: atLeast(minAssets, calloutsFor(facts)),
  leftOut: []
})

/** The platform shows no asset list with fewer items, and the launch check reports it as missing. */
const atLeast = <A>(fewest: number, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length < fewest ? [] : items

/** Composes one ad from one landing page. A page that sells nothing gets none. */
export const composeAd = (
  facts: BusinessFacts,
  isBrand: boolean,
  domain: string,
  options: ComposeOptions = {}
): Either.Either<AdContent, string> => {
  const { home } = facts
  if (!home.sells) {
    return Either.left(
      `${home.url} sells nothing that an ad could lead to: it is about contact, legal matters, the company or something sold out. Send the address of a page about one product or service.`
    )
  }
  const theme = isBrand ? brandTheme(facts) : landingTheme(facts)
  if (theme === null) return Either.left(noAdText(facts, []))
  const keywords = isBrand
    ? { keywords: brandKeywords(facts, domain), takenBy: [] }
    : keywordsOf(theme, options, options.ideas ?? [])
  return Either.mapLeft(adFor(theme, keywords, options, isBrand ? 1 : undefined), (lacks) =>
    noAdText(facts, [lacks])
  )
}
