import { TextDecoder } from "node:util"
import { type Document, Element, type ParentNode } from "domhandler"
import { elementsIn, firstText, isHidden, oneLine, parseHtml, textOf, uniqueBy } from "./html.ts"
import { maxCount, maxLength, maxUrlLength, truncate } from "./limits.ts"
import type { Heading, Link, Page, PageText } from "./page.ts"
import { isBanner, isMenu, isSiteFrame, readSentences } from "./sentences.ts"
import { structuredData } from "./structured-data.ts"

/** Where a page must declare its encoding; browsers read no further either. */
const headBytes = 4096

const declaredEncoding = /charset\s*=\s*["']?([\w-]{1,40})/iu

/** Few errors come from a body that ends within a character, or from a text of elsewhere; many show another encoding. */
const isMostlyValid = (text: string): boolean => {
  const broken = text.split("\ufffd").length - 1
  return broken <= 1 || broken * 50 < text.length - text.replaceAll(/[^\0-\x7f]/g, "").length
}

/** The decoder of an encoding that is not UTF-8, by its name; null if there is none. */
const decoderOf = (label: string | undefined): TextDecoder | null => {
  try {
    const decoder = new TextDecoder(label ?? "utf-8")
    return decoder.encoding === "utf-8" ? null : decoder
  } catch {
    return null
  }
}

/** The text of a page. Declarations are often wrong, so they count only if the bytes are not UTF-8. */
const decodePage = (bytes: Uint8Array, contentType = ""): string => {
  const utf8 = new TextDecoder().decode(bytes)
  if (isMostlyValid(utf8)) return utf8
  const declared = [contentType, utf8.slice(0, headBytes)].map((text) =>
    decoderOf(declaredEncoding.exec(text)?.[1])
  )
  const decoder = declared.find((found) => found !== null) ?? new TextDecoder("windows-1252")
  return decoder.decode(bytes)
}

interface PageHead
  extends Pick<Page, "url" | "canonical" | "language" | "title" | "description" | "siteName"> {
  /** The base URL of relative links. */
  readonly base: string
  /** Whether the page allows its links to be followed. */
  readonly followLinks: boolean
  readonly hasScripts: boolean
}

/** The page that a link leads to; null for telephone, email, scripts and fragments of the same page. */
export const resolveLink = (href: string | undefined, base: string): string | null => {
  if (href === undefined || href.length > maxUrlLength || href.startsWith("#")) return null
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  url.hash = ""
  return /^https?:$/.test(url.protocol) && url.href.length <= maxUrlLength ? url.href : null
}

const isScript = ({ attribs, name }: Element): boolean =>
  name === "script" &&
  (attribs["type"] === undefined || attribs["src"] !== undefined || attribs["type"] === "module")

const isIn = (name: string, element: Element): boolean => {
  for (let one = element.parent; one !== null; one = one.parent) {
    if ("name" in one && one.name === name) return true
  }
  return false
}

/** A page's metadata: the first of each counts. */
const parseHead = (root: Document, url: string): PageHead => {
  const first = new Map<string, string>()
  const setFirst = (key: string, value: string | undefined): void => {
    if (value !== undefined && !first.has(key)) first.set(key, value)
  }
  let title: string | null = null
  let hasScripts = false
  for (const element of elementsIn(root)) {
    const { attribs, name } = element
    if (name === "meta") {
      setFirst(`name ${attribs["name"]?.toLowerCase()}`, attribs["content"] ?? "")
      setFirst(`property ${attribs["property"]}`, attribs["content"] ?? "")
    }
    if (name === "base") setFirst("base", attribs["href"])
    if (name === "html") setFirst("language", attribs["lang"])
    if (name === "link" && attribs["rel"]?.toLowerCase() === "canonical") {
      setFirst("canonical", attribs["href"] ?? "")
    }
    if (name === "title" && title === null && !isIn("svg", element)) {
      title = textOf(element, maxLength.title, () => false)
    }
    hasScripts ||= isScript(element)
  }
  const metaText = (key: string, at: string, characters: number): PageText | null => {
    const text = oneLine((first.get(key) ?? "").slice(0, 4 * characters))
    return text === "" ? null : { text: truncate(text, characters), url, at }
  }
  const base = resolveLink(first.get("base"), url) ?? url
  return {
    url,
    base,
    canonical: resolveLink(first.get("canonical"), base) ?? url,
    language: first.get("language")?.slice(0, maxLength.language).trim().toLowerCase() || null,
    title:
      title === null || title === "" ? null : { text: truncate(title, maxLength.title), url, at: "title" },
    description:
      metaText("name description", "meta description", maxLength.description) ??
      metaText("property og:description", "og:description", maxLength.description),
    siteName: metaText("property og:site_name", "og:site_name", maxLength.title),
    followLinks: !/nofollow|none/.test((first.get("name robots") ?? "").slice(0, 1000).toLowerCase()),
    hasScripts
  }
}

/** A fetched page: plain data, which can be sent to the parsing thread. */
interface RawPage {
  readonly url: Pick<URL, "href">
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** A page with fewer characters has no content. */
const minCharacters = 150

/** Older sites have menus without a name: links side by side, separated by line breaks alone. */
const isLinkList = ({ children }: Element): boolean => {
  const links = children.filter((child) => child instanceof Element && child.name === "a").length
  return (
    links >= 3 &&
    children.every((child) =>
      child instanceof Element
        ? child.name === "a" || child.name === "br"
        : !/\p{L}/u.test("data" in child ? child.data : "")
    )
  )
}

/** Whether an element is the site's navigation, by role or by convention. */
const isNavigation = (element: Element): boolean =>
  element.name === "nav" ||
  element.name === "header" ||
  element.attribs["role"] === "navigation" ||
  isMenu(element) ||
  isLinkList(element)

const isFollowed = ({ attribs }: Element): boolean =>
  !(attribs["rel"]?.slice(0, 1000).toLowerCase().split(/\s+/).includes("nofollow") ?? false)

/** Headings, navigation and links: everything but the sentences. */
const outlineOf = (root: Document, url: string, base: string) => {
  const headings: Array<Heading> = []
  const menu: Array<Link> = []
  const links = new Set<string>()
  const counts = [0, 0, 0, 0]

  const heading = (element: Element): void => {
    const level = Number(element.name[1]) as Heading["level"]
    if (counts[level]! >= maxCount.headings) return
    const text = firstText(textOf(element, maxLength.heading, isHidden))
    if (text === "") return
    counts[level]!++
    headings.push({ text: truncate(text, maxLength.heading), url, at: element.name, level })
  }

  const anchor = (element: Element, inNavigation: boolean): void => {
    const wantsLink = links.size < maxCount.links && isFollowed(element)
    const wantsMenu = inNavigation && menu.length < maxCount.navigation
    if (!wantsLink && !wantsMenu) return
    const href = resolveLink(element.attribs["href"], base)
    if (href === null) return
    if (wantsLink) links.add(href)
    if (!wantsMenu) return
    const text = firstText(textOf(element, maxLength.link, isHidden))
    if (text !== "") menu.push({ text: truncate(text, maxLength.link), url, at: "navigation", href })
  }

  const walk = (parent: ParentNode, inNavigation: boolean, inFrame: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof Element) || isHidden(child) || isBanner(child)) continue
      if (/^h[123]$/.test(child.name) && !inFrame) heading(child)
      if (child.name === "a") anchor(child, inNavigation)
      walk(child, inNavigation || isNavigation(child), inFrame || isSiteFrame(child))
    }
  }
  walk(root, false, false)
  return {
    headings: headings.toSorted((one, other) => one.level - other.level),
    menu,
    links: [...links]
  }
}

const bodyOf = (root: Document): ParentNode => {
  const html = root.children.find((one): one is Element => one instanceof Element && one.name === "html")
  const isBody = (one: unknown): one is Element => one instanceof Element && one.name === "body"
  return (html ?? root).children.find(isBody) ?? root
}

export const parsePage = ({ body, contentType, status, url: { href: url } }: RawPage): Page => {
  const root = parseHtml(decodePage(body, contentType))
  const { base, followLinks, hasScripts, ...head } = parseHead(root, url)
  const { headings, links, menu } = outlineOf(root, url, base)
  const { boldTexts, sentences } = readSentences(root, url, [head.title, head.description])
  const words = textOf(bodyOf(root), minCharacters, isHidden)
  return {
    ...head,
    status,
    data: structuredData(root),
    sentences,
    // Pages without headings set their titles in bold.
    headings: headings.length > 0 ? headings : boldTexts.map((text) => ({ ...text, level: 2 as const })),
    navigation: uniqueBy(menu, ({ href, text }) => `${href} ${text}`),
    links: followLinks ? links : [],
    needsJavaScript: words.length < minCharacters && hasScripts
  }
}
