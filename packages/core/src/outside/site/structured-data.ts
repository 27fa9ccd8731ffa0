import type { CheerioAPI } from "cheerio/slim"
import type { DataNode } from "./page.ts"

/** More than any honest page has; whoever has more is not read on. */
const mostNodes = 300
const mostDepth = 12

const isNode = (value: unknown): value is DataNode =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every node with a type, from wherever it is nested, the outer ones first. */
const collect = (value: unknown, depth: number, found: Array<DataNode>): void => {
  if (depth > mostDepth || found.length >= mostNodes) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, depth + 1, found)
    return
  }
  if (!isNode(value)) return
  if (value["@type"] !== undefined) found.push(value)
  for (const each of Object.values(value)) {
    if (typeof each === "object") collect(each, depth + 1, found)
  }
}

/** Addresses that are marked up in the page's own words, as it was done before JSON-LD, as the same kind of node. */
const microdata = ($: CheerioAPI): ReadonlyArray<DataNode> =>
  $('[itemprop="address"]')
    .toArray()
    .map((address) =>
      Object.fromEntries([
        ["@type", "PostalAddress"],
        ...$(address)
          .find("[itemprop]")
          .toArray()
          .map((part) => [$(part).attr("itemprop"), ($(part).attr("content") ?? $(part).text()).trim()])
      ])
    )

/** The nodes of a page's structured data. A script that is no JSON is as good as none. */
export const structuredData = ($: CheerioAPI): ReadonlyArray<DataNode> => {
  const found: Array<DataNode> = []
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    try {
      collect(JSON.parse($(script).text()), 0, found)
    } catch {}
  }
  return [...found, ...microdata($)]
}
