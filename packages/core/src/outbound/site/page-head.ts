import type { Document, Element } from "domhandler"
import { cut, longest, longestAddress } from "./limits.ts"
import type { Found, Page } from "./page.ts"
import { elementsIn } from "./parse-html.ts"
import { oneLine, textOf } from "./texts.ts"

interface Head extends Pick<Page, "url" | "canonical" | "language" | "title" | "description" | "siteName"> {
  /** What links are relative to. */
  readonly base: string
  /** Whether the page lets its links be followed. */
  readonly followed: boolean
  readonly hasPrograms: boolean
}

/** Where a link leads, if that is a page; null for telephones, mail, scripts and places on the same page. */
export const linked = (href: string | undefined, base: string): string | null => {
  if (href === undefined || href.length > longestAddress || href.startsWith("#")) return null
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  url.hash = ""
  return /^https?:$/.test(url.protocol) && url.href.length <= longestAddress ? url.href : null
}

const isProgram = ({ attribs, name }: Element): boolean =>
  name === "script" &&
  (attribs["type"] === undefined || attribs["src"] !== undefined || attribs["type"] === "module")

const isIn = (name: string, element: Element): boolean => {
  for (let one = element.parent; one !== null; one = one.parent) {
    if ("name" in one && one.name === name) return true
  }
  return false
}

/** What a page says about itself: the first of each counts. */
export const headOf = (root: Document, url: string): Head => {
  const first = new Map<string, string>()
  const note = (key: string, value: string | undefined): void => {
    if (value !== undefined && !first.has(key)) first.set(key, value)
  }
  let title: string | null = null
  let hasPrograms = false
  for (const element of elementsIn(root)) {
    const { attribs, name } = element
    if (name === "meta") {
      note(`name ${attribs["name"]?.toLowerCase()}`, attribs["content"] ?? "")
      note(`property ${attribs["property"]}`, attribs["content"] ?? "")
    }
    if (name === "base") note("base", attribs["href"])
    if (name === "html") note("language", attribs["lang"])
    if (name === "link" && attribs["rel"]?.toLowerCase() === "canonical") {
      note("canonical", attribs["href"] ?? "")
    }
    if (name === "title" && title === null && !isIn("svg", element)) {
      title = textOf(element, longest.title, () => false)
    }
    hasPrograms ||= isProgram(element)
  }
  const found = (key: string, at: string, characters: number): Found | null => {
    const text = oneLine((first.get(key) ?? "").slice(0, 4 * characters))
    return text === "" ? null : { text: cut(text, characters), url, at }
  }
  const base = linked(first.get("base"), url) ?? url
  return {
    url,
    base,
    canonical: linked(first.get("canonical"), base) ?? url,
    language: first.get("language")?.slice(0, longest.language).trim().toLowerCase() || null,
    title: title === null || title === "" ? null : { text: cut(title, longest.title), url, at: "title" },
    description:
      found("name description", "meta description", longest.description) ??
      found("property og:description", "og:description", longest.description),
    siteName: found("property og:site_name", "og:site_name", longest.title),
    followed: !/nofollow|none/.test((first.get("name robots") ?? "").slice(0, 1000).toLowerCase()),
    hasPrograms
  }
}
