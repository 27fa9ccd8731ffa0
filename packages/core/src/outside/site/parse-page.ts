import { type CheerioAPI, load } from "cheerio/slim"
import type { Element } from "domhandler"
import { decodePage } from "./charset.ts"
import type { Found, Heading, Link, Page, Passage } from "./page.ts"
import { structuredData } from "./structured-data.ts"
import { onceEach, oneLine, textOf, unread } from "./texts.ts"

export interface RawPage {
  readonly url: URL
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** Where a site's own navigation stands, by meaning or by habit. */
const navigation = 'nav a, [role="navigation"] a, header a, [class*="menu" i] a, [id*="menu" i] a'
/** Not what a page is about. */
const around = 'nav, [role="navigation"], header, footer, [class*="cookie" i], [id*="cookie" i], form'

/** No page has more of anything that matters. */
const most = { headings: 60, navigation: 80, listItems: 150, paragraphs: 150, links: 400 }
/** Words below which a page says nothing by itself. */
const fewCharacters = 150

/** Where a link leads, if that is a page; null for telephones, mail, scripts and places on the same page. */
const linked = (href: string | undefined, base: string): string | null => {
  if (href === undefined || href.startsWith("#") || !URL.canParse(href, base)) return null
  const url = new URL(href, base)
  url.hash = ""
  return /^https?:$/.test(url.protocol) ? url.href : null
}

const finder =
  ($: CheerioAPI, url: string) =>
  (selector: string, at: string, limit: number): ReadonlyArray<Found & { readonly element: Element }> =>
    $<Element, string>(selector)
      .toArray()
      .map((element) => ({ text: textOf(element), url, at, element }))
      .filter(({ text }) => text !== "")
      .slice(0, limit)

/** List items and paragraphs with the headings that they stand under, in the order of the page. */
const passagesOf = ($: CheerioAPI, url: string): ReadonlyArray<Passage> => {
  const found: Array<Passage> = []
  let under: string | null = null
  for (const element of $<Element, string>("h1, h2, h3, h4, li:not(:has(li)), p").toArray()) {
    const text = textOf(element)
    if (/^h\d$/.test(element.name)) under = text || under
    else if (text !== "")
      found.push({ text, url, at: element.name === "li" ? "list item" : "paragraph", under })
  }
  return found
}

const plain = ({ at, text, url }: Found): Found => ({ text, url, at })

export const parsePage = ({ body, contentType, status, url: { href: url } }: RawPage): Page => {
  const $ = load(decodePage(body, contentType))
  const data = structuredData($)
  const programs = $("script:not([type]), script[src], script[type='module']").length
  const attribute = (selector: string, name: string, at: string): Found | null => {
    const text = oneLine($(selector).first().attr(name) ?? "")
    return text === "" ? null : { text, url, at }
  }
  const base = linked($("base[href]").first().attr("href"), url) ?? url
  const robots = $('meta[name="robots" i]').first().attr("content")?.toLowerCase() ?? ""
  const head = {
    url,
    canonical: linked($('link[rel="canonical"]').first().attr("href"), base) ?? url,
    status,
    language: $("html").attr("lang")?.trim().toLowerCase() || null,
    description:
      attribute('meta[name="description" i]', "content", "meta description") ??
      attribute('meta[property="og:description"]', "content", "og:description"),
    siteName: attribute('meta[property="og:site_name"]', "content", "og:site_name"),
    data
  }
  const title = oneLine($("title").not("svg title").first().text())
  $(unread).remove()
  const find = finder($, url)
  const toLink = ({ element, ...found }: Found & { readonly element: Element }): ReadonlyArray<Link> => {
    const href = linked($(element).attr("href"), base)
    return href === null ? [] : [{ ...plain(found), href }]
  }
  const headings = ([1, 2, 3] as const).flatMap((level) =>
    find(`h${level}`, `h${level}`, most.headings).map((found): Heading => ({ ...plain(found), level }))
  )
  const links = $("a[href]:not([rel~='nofollow'])")
    .toArray()
    .flatMap((anchor) => linked($(anchor).attr("href"), base) ?? [])
  const menu = find(navigation, "navigation", most.navigation).flatMap(toLink)
  const words = textOf($("body").get(0) ?? $.root().get(0)!)
  $(around).remove()
  const passages = passagesOf($, url)
  return {
    ...head,
    title: title === "" ? null : { text: title, url, at: "title" },
    headings,
    navigation: onceEach(menu, ({ href, text }) => `${href} ${text}`),
    listItems: passages.filter(({ at }) => at === "list item").slice(0, most.listItems),
    paragraphs: passages.filter(({ at }) => at === "paragraph").slice(0, most.paragraphs),
    links: /nofollow|none/.test(robots) ? [] : [...new Set(links)].slice(0, most.links),
    needsJavaScript: words.length < fewCharacters && programs > 0
  }
}
