import { type Document, Element, type ParentNode } from "domhandler"
import { decodePage } from "./charset.ts"
import { isHidden, parseHtml, textOf, uniqueBy } from "./html.ts"
import { maxCount, maxLength, truncate } from "./limits.ts"
import type { Heading, Link, Page, PageText, Passage } from "./page.ts"
import { parseHead, resolveLink } from "./page-head.ts"
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

const hasClassOrId = (word: string, { attribs }: Element): boolean =>
  [attribs["class"], attribs["id"]].some((value) => value?.slice(0, 1000).toLowerCase().includes(word))

/** Whether an element is the site's navigation, by role or by convention. */
const isNavigation = (element: Element): boolean =>
  element.name === "nav" ||
  element.name === "header" ||
  element.attribs["role"] === "navigation" ||
  hasClassOrId("menu", element)

/** Whether an element is not part of the page's content. */
const isPageFrame = (element: Element): boolean =>
  ["nav", "header", "footer", "form"].includes(element.name) ||
  element.attribs["role"] === "navigation" ||
  hasClassOrId("cookie", element)

const isSkipped = (element: Element): boolean => isHidden(element) || isPageFrame(element)

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
    const text = textOf(element, maxLength.heading, isHidden)
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
    const text = textOf(element, maxLength.link, isHidden)
    if (text !== "") menu.push({ text: truncate(text, maxLength.link), url, at: "navigation", href })
  }

  const walk = (parent: ParentNode, inNavigation: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof Element) || isHidden(child)) continue
      if (/^h[123]$/.test(child.name)) heading(child)
      if (child.name === "a") anchor(child, inNavigation)
      walk(child, inNavigation || isNavigation(child))
    }
  }
  walk(root, false)
  return {
    headings: headings.toSorted((one, other) => one.level - other.level),
    menu,
    links: [...links]
  }
}

/** List items and paragraphs with their headings, in document order. */
const passagesOf = (root: Document, url: string): ReadonlyArray<Passage> => {
  const found: Array<Passage | null> = []
  let under: string | null = null
  let charactersLeft: number = maxCount.passageCharacters

  const passage = (element: Element, at: string, characters: number): Passage | null => {
    if (charactersLeft <= 0) return null
    const text = truncate(textOf(element, characters, isSkipped), characters)
    charactersLeft -= text.length
    return text === "" ? null : { text, url, at, under }
  }

  /** Returns whether there is a list item within: of nested lists, only the inner items count. */
  const walk = (parent: ParentNode): boolean => {
    let hasItem = false
    for (const child of parent.children) {
      if (!(child instanceof Element) || isSkipped(child)) continue
      const { name } = child
      if (/^h[1-4]$/.test(name)) {
        under = truncate(textOf(child, maxLength.heading, isSkipped), maxLength.heading) || under
      }
      if (name === "p") found.push(passage(child, "paragraph", maxLength.paragraph))
      const itemIndex = name === "li" ? found.push(null) - 1 : null
      const heading = under
      const isOuter = walk(child)
      if (itemIndex !== null && !isOuter) {
        const item = passage(child, "list item", maxLength.listItem)
        found[itemIndex] = item === null ? null : { ...item, under: heading }
      }
      hasItem ||= isOuter || name === "li"
    }
    return hasItem
  }
  walk(root)
  return found.filter((one) => one !== null)
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
  const passages = passagesOf(root, url)
  const ofKind = (at: PageText["at"], count: number) =>
    passages.filter((passage) => passage.at === at).slice(0, count)
  const words = textOf(bodyOf(root), minCharacters, isHidden)
  return {
    ...head,
    status,
    data: structuredData(root),
    headings,
    navigation: uniqueBy(menu, ({ href, text }) => `${href} ${text}`),
    listItems: ofKind("list item", maxCount.listItems),
    paragraphs: ofKind("paragraph", maxCount.paragraphs),
    links: followLinks ? links : [],
    needsJavaScript: words.length < minCharacters && hasScripts
  }
}
