import type { Document, Element } from "domhandler"
import { elementsIn, oneLine, textOf } from "./html.ts"
import { maxLength, maxUrlLength, truncate } from "./limits.ts"
import type { Page, PageText } from "./page.ts"

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
export const parseHead = (root: Document, url: string): PageHead => {
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
