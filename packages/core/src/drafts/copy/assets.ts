import {
  calloutProblem,
  isOnWebsite,
  pageKey,
  sitelinkProblem,
  sitelinkWidths,
  widthOf
} from "../../campaigns/index.ts"
import { type BusinessFacts, type FactsPage, type FactText, mentionsOthers } from "./facts.ts"
import {
  type CopyLine,
  chooseLines,
  headingLine,
  lineKey,
  passesStyle,
  properNames,
  quoteFact,
  sentenceCase,
  sentencesOf,
  tidyFact,
  tidyHeading,
  unusableText
} from "./line.ts"
import { fillTemplate, primaryLanguage } from "./phrases.ts"

/** A sitelink with the sources of its text. */
export interface SitelinkDraft {
  readonly text: CopyLine
  readonly url: string
  /** Both or none. */
  readonly descriptions: readonly [CopyLine, CopyLine] | null
}

const maxSitelinks = 8

/** Standard pages that nobody searches for, by their text and URL. */
const uninterestingPage =
  /^(?:home|start|startseite|accueil|inicio|homepage|menu|log ?in|sign ?in|register|cart|basket|search|sitemap|blog|news|products?|produkte|produits|productos|resources|careers?|jobs?|karriere|stellenangebote|recrutement|emplois?|empleo|trabaja con nosotros)$|privacy|cookie|terms|imprint|impressum|datenschutz|agb|mentions|legal|confidential|privacidad|accessib|complaint|beschwerde|réclamation|reclamacion|^become an? |^(?:latest )?news\b/iu

const shortLines = (page: FactsPage, facts: BusinessFacts): ReadonlyArray<CopyLine> => {
  const { language } = facts
  const fits = ({ text }: FactText) =>
    !mentionsOthers(facts, text) &&
    passesStyle(text) &&
    unusableText(text) === null &&
    widthOf(text) <= sitelinkWidths.description
  const sentences = [...(page.summary === null ? [] : [page.summary]), ...page.paragraphs].flatMap((fact) =>
    sentencesOf(fact.text, language).map((text) => ({ ...fact, text }))
  )
  const points = page.points.map(tidyFact)
  return [...sentences, ...points].filter(fits).map(quoteFact)
}

/**
 * Returns sitelinks from the website's navigation, then from the pages that were read; each page and text
 * once.
 */
export const sitelinksFor = (facts: BusinessFacts): ReadonlyArray<SitelinkDraft> => {
  const pages = new Map([facts.home, ...facts.pages].map((page) => [pageKey(page.url), page]))
  const pageTitles = facts.pages.flatMap(({ headings, sells, url }) =>
    (sells ? headings : []).slice(0, 1).map((text) => ({ text, url }))
  )
  const chosen: Array<SitelinkDraft> = []
  const usedKeys = new Set<string>([pageKey(facts.home.url), pageKey(facts.website)])
  for (const { text: fact, url } of [...facts.links, ...pageTitles]) {
    if (chosen.length === maxSitelinks) break
    const text = sentenceCase(tidyHeading(fact.text), facts.language, new Set())
    const [page, words] = [pageKey(url), lineKey(text)]
    const isUnused = !usedKeys.has(page) && !usedKeys.has(words)
    if (
      !isUnused ||
      uninterestingPage.test(text) ||
      uninterestingPage.test(page) ||
      !passesStyle(text) ||
      mentionsOthers(facts, text) ||
      !isOnWebsite(url, facts.website)
    )
      continue
    if (sitelinkProblem({ text, url }, facts.website) !== null) continue
    const targetPage = pages.get(page)
    const lines = (targetPage === undefined ? [] : shortLines(targetPage, facts)).filter(
      (line) => !usedKeys.has(lineKey(line.text)) && lineKey(line.text) !== words
    )
    const [first, second] = [...new Map(lines.map((line) => [lineKey(line.text), line])).values()]
    const descriptions = first !== undefined && second !== undefined ? ([first, second] as const) : null
    for (const key of [page, words, ...(descriptions ?? []).map((line) => lineKey(line.text))])
      usedKeys.add(key)
    chosen.push({ text: quoteFact({ ...fact, text }), url, descriptions })
  }
  return chosen
}

const maxCallouts = 8

/** Whether a text can be a callout: a few words, no sentence, no price, no question. */
const isCallout = (text: string): boolean =>
  calloutProblem(text) === null &&
  passesStyle(text) &&
  unusableText(text) === null &&
  !/[.!?。！？]$|[$€£¥]\s?\d|\d\s?[$€£¥]/u.test(text)

/** From this number on, the website's own callouts suffice. */
const minOwnCallouts = 4

/**
 * Returns callouts that hold for the whole business, because they appear beside any ad. Offers and locations
 * fill up a short list.
 */
export const calloutsFor = (facts: BusinessFacts): ReadonlyArray<CopyLine> => {
  const passes = (text: string) => isCallout(text) && !mentionsOthers(facts, text)
  const offers = new Set(facts.offers.map(({ name }) => lineKey(name.text)))
  const strengths = facts.strengths.filter(({ text }) => !offers.has(lineKey(text)))
  const names = properNames(facts.home.paragraphs.map(({ text }) => text))
  const inCase = (fact: FactText): FactText => ({
    ...fact,
    text: sentenceCase(tidyHeading(fact.text), primaryLanguage(facts.language), names)
  })
  const ownCallouts = chooseLines(strengths.map(headingLine), maxCallouts, passes)
  if (ownCallouts.length >= minOwnCallouts) return ownCallouts
  const fallbacks = [
    ...facts.offers.map(({ isProduct, name }) => headingLine(isProduct ? name : inCase(name))),
    ...facts.cities.flatMap((city) => fillTemplate(facts.language, "serving city", { city }) ?? [])
  ]
  return chooseLines([...ownCallouts, ...fallbacks], minOwnCallouts, passes)
}
