import { type Document, Element, type ParentNode } from "domhandler"
import { decodePage } from "./charset.ts"
import { firstText, isHidden, parseHtml, textOf, uniqueBy } from "./html.ts"
import { maxCount, maxLength, truncate } from "./limits.ts"
import type { Heading, Link, Page, PageText } from "./page.ts"
import { parseHead, resolveLink } from "./page-head.ts"
import { isBanner, isSiteFrame, passagesOf } from "./passages.ts"
import { structuredData } from "./structured-data.ts"

/** A fetched page: plain data, which can be sent to the parsing thread. */
export interface RawPage {
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

/** Headings, navigation and links: everything but the passages. */
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
  const { boldTexts, frameTexts, passages } = passagesOf(root, url)
  const ofKind = (isOfKind: (at: PageText["at"]) => boolean, count: number) =>
    passages.filter(({ at }) => isOfKind(at)).slice(0, count)
  const words = textOf(bodyOf(root), minCharacters, isHidden)
  return {
    ...head,
    status,
    data: structuredData(root),
    // Pages without headings set their titles in bold.
    headings: headings.length > 0 ? headings : boldTexts.map((text) => ({ ...text, level: 2 as const })),
    navigation: uniqueBy(menu, ({ href, text }) => `${href} ${text}`),
    listItems: ofKind((at) => at === "list item", maxCount.listItems),
    paragraphs: ofKind((at) => at !== "list item", maxCount.paragraphs),
    frameTexts,
    links: followLinks ? links : [],
    needsJavaScript: words.length < minCharacters && hasScripts
  }
}
