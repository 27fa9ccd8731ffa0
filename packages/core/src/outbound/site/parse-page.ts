import { type Document, Element, type ParentNode } from "domhandler"
import { decodePage } from "./charset.ts"
import { cut, longest, most } from "./limits.ts"
import type { Found, Heading, Link, Page, Passage } from "./page.ts"
import { headOf, linked } from "./page-head.ts"
import { parseHtml } from "./parse-html.ts"
import { structuredData } from "./structured-data.ts"
import { isUnread, onceEach, textOf } from "./texts.ts"

/** A page as it was fetched: plain data, which can be sent to the thread that parses it. */
export interface RawPage {
  readonly url: Pick<URL, "href">
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** Characters below which a page says nothing by itself. */
const fewCharacters = 150

const named = (word: string, { attribs }: Element): boolean =>
  [attribs["class"], attribs["id"]].some((value) => value?.slice(0, 1000).toLowerCase().includes(word))

/** Where a site's own navigation stands, by meaning or by habit. */
const isNavigation = (element: Element): boolean =>
  element.name === "nav" ||
  element.name === "header" ||
  element.attribs["role"] === "navigation" ||
  named("menu", element)

/** Not what a page is about. */
const isAround = (element: Element): boolean =>
  ["nav", "header", "footer", "form"].includes(element.name) ||
  element.attribs["role"] === "navigation" ||
  named("cookie", element)

const isOutsideOfPassages = (element: Element): boolean => isUnread(element) || isAround(element)

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
    if (counts[level]! >= most.headings) return
    const text = textOf(element, longest.heading, isUnread)
    if (text === "") return
    counts[level]!++
    headings.push({ text: cut(text, longest.heading), url, at: element.name, level })
  }

  const anchor = (element: Element, inNavigation: boolean): void => {
    const wantsLink = links.size < most.links && isFollowed(element)
    const wantsMenu = inNavigation && menu.length < most.navigation
    if (!wantsLink && !wantsMenu) return
    const href = linked(element.attribs["href"], base)
    if (href === null) return
    if (wantsLink) links.add(href)
    if (!wantsMenu) return
    const text = textOf(element, longest.link, isUnread)
    if (text !== "") menu.push({ text: cut(text, longest.link), url, at: "navigation", href })
  }

  const walk = (parent: ParentNode, inNavigation: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof Element) || isUnread(child)) continue
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

/** List items and paragraphs with the headings that they stand under, in the order of the page. */
const passagesOf = (root: Document, url: string): ReadonlyArray<Passage> => {
  const found: Array<Passage | null> = []
  let under: string | null = null
  let left: number = most.passageCharacters

  const passage = (element: Element, at: string, characters: number): Passage | null => {
    if (left <= 0) return null
    const text = cut(textOf(element, characters, isOutsideOfPassages), characters)
    left -= text.length
    return text === "" ? null : { text, url, at, under }
  }

  /** Answers whether there is a list item within: a list of lists is told by the inner ones. */
  const walk = (parent: ParentNode): boolean => {
    let hasItem = false
    for (const child of parent.children) {
      if (!(child instanceof Element) || isOutsideOfPassages(child)) continue
      const { name } = child
      if (/^h[1-4]$/.test(name)) {
        under = cut(textOf(child, longest.heading, isOutsideOfPassages), longest.heading) || under
      }
      if (name === "p") found.push(passage(child, "paragraph", longest.paragraph))
      const place = name === "li" ? found.push(null) - 1 : null
      const heading = under
      const isOuter = walk(child)
      if (place !== null && !isOuter) {
        const item = passage(child, "list item", longest.listItem)
        found[place] = item === null ? null : { ...item, under: heading }
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
  const { base, followed, hasPrograms, ...head } = headOf(root, url)
  const { headings, links, menu } = outlineOf(root, url, base)
  const passages = passagesOf(root, url)
  const ofKind = (at: Found["at"], count: number) =>
    passages.filter((passage) => passage.at === at).slice(0, count)
  const words = textOf(bodyOf(root), fewCharacters, isUnread)
  return {
    ...head,
    status,
    data: structuredData(root),
    headings,
    navigation: onceEach(menu, ({ href, text }) => `${href} ${text}`),
    listItems: ofKind("list item", most.listItems),
    paragraphs: ofKind("paragraph", most.paragraphs),
    links: followed ? links : [],
    needsJavaScript: words.length < fewCharacters && hasPrograms
  }
}
