import { Either } from "effect"
import { descriptionLimits, headlineLimits, minAssets, pathWidth, widthOf } from "../../campaigns/index.ts"
import { quoteList } from "../../log/sentence.ts"
import { type AdTheme, descriptionsFor, headlinesFor } from "./ad-lines.ts"
import { calloutsFor, sitelinksFor } from "./assets.ts"
import type { AdContent, DraftContent } from "./content.ts"
import type { BusinessFacts } from "./facts.ts"
import {
  brandKeywords,
  type ChosenKeywords,
  competitorKeywords,
  type Idea,
  ideasByOffer,
  type KeywordOwner,
  keywordKey,
  keywordLimits,
  leftOutText,
  serviceKeywords,
  toSearchText
} from "./keywords.ts"
import { quoteHeading } from "./line.ts"
import type { ModelLinesFor } from "./model-lines.ts"
import type { DraftType } from "./name.ts"
import { starterNegatives } from "./negatives.ts"
import { brandTheme, draftThemes, isOneProduct, landingTheme } from "./themes.ts"

/* Selects a draft from the facts: an ad for each theme that has the lines the platform needs. */

/** What a draft is selected with, besides the facts. */
export interface SelectOptions {
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

/** Selects one ad; says what it lacks if the platform would refuse it. */
const adFor = (
  theme: AdTheme,
  { keywords, takenBy }: ChosenKeywords,
  { modelLinesFor }: SelectOptions
): Either.Either<AdContent, string> => {
  const { url } = theme.page
  const modelLines = modelLinesFor?.(url)
  const headlines = headlinesFor(theme, modelLines?.headlines)
  const descriptions = descriptionsFor(theme, modelLines?.descriptions)
  const name = quoteHeading(theme.offer.name).text
  const counts = [
    [headlines.length, headlineLimits.min, "headlines"],
    [descriptions.length, descriptionLimits.min, "descriptions"],
    [keywords.length, keywordLimits.min, "keyword"]
  ] as const
  const lacks = counts.filter(([has, needs]) => has < needs)
  if (lacks.length === 0)
    return Either.right({ name, url, headlines, descriptions, paths: pathsOf(theme), keywords })
  const has = lacks.map(([has, needs, what]) => `${has} of ${needs} ${what}`).join(" and ")
  const others = takenBy.slice(0, 3).map(({ owner, searches }) => `${owner} (${quoteList(searches)})`)
  const elsewhere = others.length === 0 ? "" : `; its other searches are in ${others.join(", ")}`
  return Either.left(`${name} (${url}) has ${has}${elsewhere}`)
}

const nobody: KeywordOwner = () => undefined

const keywordsOf = (
  theme: AdTheme,
  { modelLinesFor, ownerOf = nobody }: SelectOptions,
  ideas: ReadonlyArray<Idea>,
  inDraft: KeywordOwner = nobody
) => {
  const proposed = modelLinesFor?.(theme.page.url).keywords ?? []
  return serviceKeywords(theme, { ideas, proposed }, (text) => inDraft(text) ?? ownerOf(text))
}

const serviceAds = (facts: BusinessFacts, options: SelectOptions) => {
  // Two ads of one campaign do not bid on the same keywords. Products choose before their categories.
  const inDraft = new Map<string, string>()
  const themes = draftThemes(facts)
  const offers = themes.map(({ offer }) => offer)
  const ideas = ideasByOffer(options.ideas ?? [], offers)
  const ads = new Map<AdTheme, ReturnType<typeof adFor>>()
  const inOrder = themes.toSorted((a, b) => Number(isOneProduct(b.offer)) - Number(isOneProduct(a.offer)))
  for (const theme of inOrder) {
    const ownerOf = (text: string) => inDraft.get(keywordKey(text))
    const chosen = keywordsOf(theme, options, ideas.get(theme.offer) ?? [], ownerOf)
    const ad = adFor(theme, chosen, options)
    ads.set(theme, ad)
    if (Either.isLeft(ad)) continue
    const owner = `the ad ${ad.right.name}`
    for (const { text } of ad.right.keywords) inDraft.set(keywordKey(text), owner)
  }
  return themes.map((theme) => ads.get(theme)!)
}

/** One ad a competitor, on the first page that can carry it: what the business is, then its offers. */
const competitorAds = (facts: BusinessFacts, options: SelectOptions) => {
  const general = landingTheme(facts)
  const themes = [...(general === null || !general.page.sells ? [] : [general]), ...draftThemes(facts)]
  return (options.competitors ?? []).flatMap((competitor) => {
    const keywords = competitorKeywords(facts, competitor, options.ownerOf ?? nobody)
    const ads = themes.map((theme) =>
      Either.map(adFor(theme, keywords, options), (ad): AdContent => ({ ...ad, name: competitor }))
    )
    const ad = ads.find(Either.isRight) ?? ads[0]
    return ad === undefined ? [] : [ad]
  })
}

const nothingSold = ({ website }: BusinessFacts, why: string): string =>
  `${website} sells nothing that an ad could offer: ${why}. Give each product or service a page with a heading that names it and a few sentences, readable without JavaScript, or send the address of a website that sells something.`

/** States why no ad was selected, and what to do. */
const noAdText = (why: string, { keywords, takenBy }: ChosenKeywords): string =>
  keywords.length === 0 && takenBy.length > 0
    ? `Nothing is left to select an ad from: ${why}. Remove those keywords or exclusions there, or send the address of a page about something else, then send the call again.`
    : `The page says too little to select an ad from: ${why}. Send the missing lines and keywords with the call, each with its quote, or add sentences about the offer to the page.`

/** Selects what stands beside ads, whoever wrote them. */
export const selectAssets = (facts: BusinessFacts, landingUrls: ReadonlyArray<string>) => {
  const pages = [facts.home, ...facts.pages].filter(({ url }) => landingUrls.includes(url))
  return {
    sitelinks: atLeast(minAssets, sitelinksFor(facts)),
    callouts: atLeast(minAssets, calloutsFor(facts, pages)),
    negatives: starterNegatives(facts)
  }
}

/** Selects a whole draft; why none can be made if nothing is sold. The same facts always give the same draft. */
export const selectDraft = (
  facts: BusinessFacts,
  type: DraftType,
  options: SelectOptions = {}
): Either.Either<DraftContent, string> => {
  if (facts.sellsNothing !== null) return Either.left(nothingSold(facts, facts.sellsNothing))
  const results =
    type === "brand"
      ? [adFor(brandTheme(facts), { keywords: brandKeywords(facts), takenBy: [] }, options)]
      : type === "competitor"
        ? competitorAds(facts, options)
        : serviceAds(facts, options)
  if (results.length === 0) return Either.left(nothingSold(facts, "no page names a product or service"))
  const ads = results.filter(Either.isRight).map(({ right }) => right)
  const leftOut = [
    ...results.filter(Either.isLeft).map(({ left }) => left),
    ...facts.localOffers.map(
      ({ name, place }) =>
        `${name.text} is offered in ${place}, and the draft is shown in the whole country. Create a campaign for ${place} with it`
    )
  ]
  return Either.right({
    ads,
    ...selectAssets(
      facts,
      ads.map(({ url }) => url)
    ),
    leftOut
  })
}

/** The platform shows no asset list with fewer items, and the launch check reports it as missing. */
const atLeast = <A>(fewest: number, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.length < fewest ? [] : items

/** An ad of a landing page, and the sentences that say which of its searches it has no keywords for. */
export interface SelectedAd extends AdContent {
  readonly leftOut: ReadonlyArray<string>
}

/** Selects one ad from one landing page. A page that sells nothing gets none. */
export const selectAd = (
  facts: BusinessFacts,
  isBrand: boolean,
  options: SelectOptions = {}
): Either.Either<SelectedAd, string> => {
  const { home } = facts
  if (!home.sells) {
    return Either.left(
      `${home.url} sells nothing that an ad could lead to: it is about contact, legal matters, the company or something sold out. Send the address of a page about one product or service.`
    )
  }
  const theme = isBrand ? brandTheme(facts) : landingTheme(facts)
  if (theme === null) return Either.left(nothingSold(facts, "no heading names a product or service"))
  const keywords: ChosenKeywords = isBrand
    ? { keywords: brandKeywords(facts), takenBy: [] }
    : keywordsOf(theme, options, options.ideas ?? [])
  return Either.mapBoth(adFor(theme, keywords, options), {
    onLeft: (why) => noAdText(why, keywords),
    onRight: (ad) => ({ ...ad, leftOut: keywords.takenBy.map(leftOutText) })
  })
}
