import { TextDecoder } from "node:util"
import { type Document, Element, type ParentNode } from "domhandler"
import { elementsIn, firstText, isHidden, oneLine, parseHtml, textOf, uniqueBy } from "./html.ts"
import { maxCount, maxLength, maxUrlLength, truncate } from "./limits.ts"
import type { Heading, Link, Page, PageText } from "./page.ts"
import { isBanner, isSiteFrame, readSentences } from "./sentences.ts"
import { structuredData } from "./structured-data.ts"

/*
 * Decodes a page. Servers and pages often declare a wrong encoding, so declarations are checked against the
 * bytes.
 */

const byteOrderMarks: ReadonlyArray<readonly [ReadonlyArray<number>, string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"]
]

/** Where a page must declare its encoding; browsers read no further either. */
const headBytes = 4096

/** Encodings of pages that often claim to be UTF-8. Kana in the decoded text confirm them. */
const japaneseEncodings = ["shift_jis", "euc-jp"]

/** The decoder of an encoding label, as browsers define them; null if there is none. */
const decoderOf = (label: string | undefined, fatal: boolean): TextDecoder | null => {
  try {
    return label === undefined || label === "" ? null : new TextDecoder(label, { fatal })
  } catch {
    return null
  }
}

const decodeStrictly = (label: string, bytes: Uint8Array): string | null => {
  try {
    return decoderOf(label, true)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

const charsetFromHeader = (contentType: string | undefined): string | undefined =>
  contentType
    ?.split(";")
    .map((part) => part.trim().toLowerCase())
    .find((part) => part.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll(/["']/g, "")

const charsetFromPage = (bytes: Uint8Array): string | undefined => {
  const head = parseHtml(new TextDecoder("latin1").decode(bytes.subarray(0, headBytes)))
  const metas = [...elementsIn(head)].filter(({ name }) => name === "meta").map(({ attribs }) => attribs)
  const declared = metas.find(({ charset }) => charset !== undefined)?.["charset"]
  const equivalent = metas.find((attributes) => attributes["http-equiv"]?.toLowerCase() === "content-type")
  return declared ?? charsetFromHeader(equivalent?.["content"])
}

/**
 * A body can be truncated within a character, and a page can have one invalid byte. More errors indicate
 * another encoding.
 */
const isMostlyValid = (text: string): boolean => {
  const broken = text.split("\ufffd").length - 1
  if (broken === 0) return true
  const beyondAscii = text.length - text.replaceAll(/[^\0-\x7f]/g, "").length
  return broken <= 1 || broken * 50 < beyondAscii
}

/**
 * The text of a page. It tries the byte order mark, the server's declaration, the page's own one, and
 * encodings that fit the bytes.
 */
const decodePage = (bytes: Uint8Array, contentType: string | undefined): string => {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes)
  const utf8 = new TextDecoder().decode(bytes)
  const hasNonAscii = bytes.some((byte) => byte > 127)
  if (hasNonAscii && isMostlyValid(utf8)) return utf8
  for (const label of [charsetFromHeader(contentType), charsetFromPage(bytes)]) {
    const decoder = decoderOf(label, false)
    if (decoder === null || (decoder.encoding === "utf-8" && hasNonAscii)) continue
    const text = decoder.decode(bytes)
    if (isMostlyValid(text)) return text
  }
  if (!hasNonAscii) return utf8
  const guessed = japaneseEncodings.map((label) => decodeStrictly(label, bytes))
  return (
    guessed.find((text) => text !== null && /[\u3040-\u30ff]/.test(text)) ??
    decodeStrictly("windows-1252", bytes)!
  )
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

const isMenuName = ({ attribs }: Element): boolean =>
  [attribs["class"], attribs["id"]].some((value) => value?.slice(0, 1000).toLowerCase().includes("menu"))

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
  isMenuName(element) ||
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
