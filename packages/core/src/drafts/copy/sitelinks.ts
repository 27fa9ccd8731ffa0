import { isOnWebsite, sitelinkProblem, sitelinkWidths, widthOf } from "../../campaigns/index.ts"
import { type Facts, type FactsPage, namesRival, type Said } from "./facts.ts"
import { type Line, lineKey, quote } from "./line.ts"
import { isTasteful } from "./taste.ts"
import { sentencesOf, tidyHeading } from "./tidy.ts"

/** A link that is shown below an ad, with where its words come from. */
export interface SitelinkDraft {
  readonly text: Line
  readonly url: string
  /** Both or none. */
  readonly descriptions: readonly [Line, Line] | null
}

const most = 8

/** Pages that every website has and that nobody searches for: by their words, and by their address. */
const dull =
  /^(?:home|start|startseite|accueil|inicio|homepage|menu|log ?in|sign ?in|register|cart|basket|search|sitemap)$|privacy|cookie|terms|imprint|impressum|datenschutz|agb|mentions|legal|confidential|privacidad|accessib/iu

/** One address for one page: what comes behind a # is a place on it. */
export const pageKey = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}${search}`.toLowerCase()
}

const shortLines = (page: FactsPage, facts: Facts): ReadonlyArray<Line> => {
  const { language } = facts
  const fits = ({ text }: Said) =>
    !namesRival(facts, text) && isTasteful(text) && widthOf(text) <= sitelinkWidths.description
  const sentences = [...(page.summary === null ? [] : [page.summary]), ...page.paragraphs].flatMap((said) =>
    sentencesOf(said.text, language).map((text) => ({ ...said, text }))
  )
  const points = page.points.map((said) => ({ ...said, text: tidyHeading(said.text) }))
  return [...sentences, ...points].filter(fits).map(quote)
}

/** The website's own navigation, and after it the pages that were read; each page and each text once. */
export const sitelinksFor = (facts: Facts): ReadonlyArray<SitelinkDraft> => {
  const pages = new Map([facts.home, ...facts.pages].map((page) => [pageKey(page.url), page]))
  const titled = facts.pages.flatMap(({ headings, url }) =>
    headings.slice(0, 1).map((text) => ({ text, url }))
  )
  const chosen: Array<SitelinkDraft> = []
  const taken = new Set<string>([pageKey(facts.home.url), pageKey(facts.website)])
  for (const { text: said, url } of [...facts.links, ...titled]) {
    if (chosen.length === most) break
    const text = tidyHeading(said.text)
    const [page, words] = [pageKey(url), lineKey(text)]
    const free = !taken.has(page) && !taken.has(words)
    if (
      !free ||
      dull.test(text) ||
      dull.test(page) ||
      !isTasteful(text) ||
      namesRival(facts, text) ||
      !isOnWebsite(url, facts.website)
    )
      continue
    if (sitelinkProblem({ text, url }, facts.website) !== null) continue
    const there = pages.get(page)
    const lines = (there === undefined ? [] : shortLines(there, facts)).filter(
      (line) => !taken.has(lineKey(line.text)) && lineKey(line.text) !== words
    )
    const [first, second] = [...new Map(lines.map((line) => [lineKey(line.text), line])).values()]
    const descriptions = first !== undefined && second !== undefined ? ([first, second] as const) : null
    for (const key of [page, words, ...(descriptions ?? []).map((line) => lineKey(line.text))]) taken.add(key)
    chosen.push({ text: quote({ ...said, text }), url, descriptions })
  }
  return chosen
}
