import { domainLabel } from "../domain.ts"
import type { Found, Site } from "../page.ts"
import { businessesOf, foundIn, nodesOfSite, typesOf } from "./data-nodes.ts"

/** Between the parts of a title: with space around it where a word may contain it. */
const between = /\s+[-–—·•:]\s+|\s*[|｜»]\s*/u

/** Longer than any name, and what stands there is a sentence. */
const longest = 60
const mostWords = 5

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The part of the titles that all pages share, or that is like the domain. */
const fromTitles = ({ domain, pages }: Site): Found | null => {
  const title = pages[0]!.title
  if (title === null) return null
  const parts = title.text.split(between).filter((part) => part !== "")
  const label = letters(domainLabel(domain))
  const isLikeDomain = (part: string) =>
    letters(part) !== "" &&
    (label.includes(letters(part)) || letters(part).startsWith(label)) &&
    part.split(" ").length <= mostWords
  const isShared = (part: string) =>
    pages.length > 2 && pages.every((page) => page.title?.text.split(between).includes(part) ?? false)
  const name = parts.find(isShared) ?? parts.find(isLikeDomain)
  return name === undefined ? null : { ...title, text: name }
}

/** `blue-yonder.example` is Blue Yonder, for want of a better word. */
const fromDomain = ({ domain, url }: Site): Found => {
  const words = domainLabel(domain).split("-")
  const text = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(" ")
  return { text, url, at: "domain" }
}

/** What the business calls itself: structured data, what pages say for sharing, their titles, the domain. */
export const brandOf = (site: Site): Found => {
  const businesses = businessesOf(site).map((placed) => foundIn(placed, "name"))
  const websites = nodesOfSite(site)
    .filter(({ node }) => typesOf(node).includes("WebSite"))
    .map((placed) => foundIn(placed, "name"))
  const told = [...businesses, site.pages[0]!.siteName, ...websites, fromTitles(site)]
  return told.find((found) => found !== null && found.text.length <= longest) ?? fromDomain(site)
}

/** Enough to say something. */
const shortest = 30

/** What the business says that it does. */
export const descriptionOf = (site: Site): Found | null => {
  const [home] = site.pages
  const businesses = businessesOf(site).map((placed) => foundIn(placed, "description"))
  const told = [...businesses, home!.description, ...site.pages.flatMap(({ paragraphs }) => paragraphs)]
  const found = told.find((one) => one !== null && one !== undefined && one.text.length >= shortest)
  return found === undefined || found === null ? null : { text: found.text, url: found.url, at: found.at }
}
