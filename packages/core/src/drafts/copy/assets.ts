import {
  calloutProblem,
  isOnWebsite,
  pageKey,
  sitelinkProblem,
  sitelinkWidths,
  widthOf
} from "../../campaigns/index.ts"
import { deniesSomething, isUsefulSection, normalise } from "../../claims/index.ts"
import { isAboutTheBusiness, termWords } from "../../outbound/index.ts"
import { evidenceIn, provedLine } from "./ad-lines.ts"
import { type BusinessFacts, type FactsPage, mentionsOthers } from "./facts.ts"
import { type CopyLine, quoteFact, quoteHeading, tidy, tidyHeading } from "./line.ts"

/** A sitelink with the sources of its text. */
export interface SitelinkDraft {
  readonly text: CopyLine
  readonly url: string
  /** Both or none. */
  readonly descriptions: readonly [CopyLine, CopyLine] | null
}

const maxSitelinks = 8

/** Two short texts of a page, to stand below its link; null if it has fewer. */
const sitelinkLines = (
  facts: BusinessFacts,
  page: FactsPage,
  used: ReadonlySet<string>
): SitelinkDraft["descriptions"] => {
  const lines = evidenceIn(page, ["sentence", "item", "structured"]).flatMap((fact) => {
    const line = quoteFact({ ...fact, text: tidy(fact.text) })
    if (widthOf(line.text) > sitelinkWidths.description || used.has(normalise(line.text))) return []
    if (termWords(line.text).length < 2 || isAboutTheBusiness(line.text)) return []
    return provedLine(facts, [page.text], "sitelink description", line) ?? []
  })
  const [first, second] = new Map(lines.map((line) => [normalise(line.text), line])).values()
  return first !== undefined && second !== undefined ? [first, second] : null
}

/** Returns links to the website's pages, under their names in its navigation; each page and text once. */
export const sitelinksFor = (facts: BusinessFacts): ReadonlyArray<SitelinkDraft> => {
  const pages = new Map([facts.home, ...facts.pages].map((page) => [pageKey(page.url), page]))
  const ofOffers = facts.offers.flatMap(({ name, page }) =>
    page === null ? [] : [{ text: name, url: page.url }]
  )
  const chosen: Array<SitelinkDraft> = []
  const used = new Set<string>([pageKey(facts.home.url), pageKey(facts.website)])
  for (const { text: fact, url } of [...facts.links, ...ofOffers]) {
    if (chosen.length === maxSitelinks) break
    const candidate = quoteHeading(fact)
    const { text } = candidate
    const [key, words] = [pageKey(url), normalise(text)]
    const page = pages.get(key)
    if (page === undefined || used.has(key) || used.has(words) || mentionsOthers(facts, text)) continue
    if (!isOnWebsite(url, facts.website) || sitelinkProblem({ text, url }, facts.website) !== null) continue
    const line = provedLine(facts, [page.text], "sitelink", candidate)
    if (line === null || (!page.sells && !isUsefulSection(text))) continue
    const descriptions = sitelinkLines(facts, page, used)
    for (const one of [key, words, ...(descriptions ?? []).map((each) => normalise(each.text))]) used.add(one)
    chosen.push({ text: line, url, descriptions })
  }
  return chosen
}

const maxCallouts = 8

/** Returns short texts that every landing page of the campaign says, because they stand beside any of its ads. */
export const calloutsFor = (
  facts: BusinessFacts,
  landingPages: ReadonlyArray<FactsPage>
): ReadonlyArray<CopyLine> => {
  const [first] = landingPages
  if (first === undefined) return []
  const offers = new Set(facts.offers.map(({ name }) => normalise(name.text)))
  const texts = landingPages.map(({ text }) => text)
  const chosen = new Map<string, CopyLine>()
  for (const fact of evidenceIn(first, ["item", "sentence"])) {
    const text = tidyHeading(fact.text)
    const key = normalise(text)
    if (chosen.size === maxCallouts || chosen.has(key) || offers.has(key)) continue
    const isShort = termWords(text).length > 1 && calloutProblem(text) === null
    // A heading of the page itself is no reason to come.
    const isOwnName = first.names.some((name) => normalise(name.text) === key)
    if (!isShort || isOwnName || /[?!]$|[$€£¥]/u.test(text) || isAboutTheBusiness(text)) continue
    if (deniesSomething(text, facts.language)) continue
    const line = provedLine(facts, texts, "callout", quoteFact({ ...fact, text }))
    if (line !== null) chosen.set(key, line)
  }
  return [...chosen.values()]
}
