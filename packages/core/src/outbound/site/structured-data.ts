import type { Document, Element } from "domhandler"
import { longest, most } from "./limits.ts"
import type { DataNode } from "./page.ts"
import { elementsIn } from "./parse-html.ts"
import { oneLine, textOf } from "./texts.ts"

/** Levels of nesting that are read; below that a value is left out. */
const deepest = 12
/** Members of one object, or items of one list. */
const widest = 100

/** Copies what one value has, within limits: whatever is done with it later, there is not much of it. */
const bounded = (value: unknown, depth: number, budget: { values: number }): unknown => {
  if (budget.values-- <= 0 || depth > deepest) return undefined
  if (typeof value === "string") return value.slice(0, longest.datum)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.slice(0, widest).map((one) => bounded(one, depth + 1, budget))
  const kept: Record<string, unknown> = {}
  let members = 0
  for (const name in value) {
    if (++members > widest) break
    if (name.length > 100) continue
    Object.defineProperty(kept, name, {
      value: bounded((value as Record<string, unknown>)[name], depth + 1, budget),
      enumerable: true
    })
  }
  return kept
}

/** Every node with a type, from wherever it is nested, the outer ones first. */
const collect = (value: unknown, found: Array<DataNode>): void => {
  if (typeof value !== "object" || value === null || found.length >= most.dataNodes) return
  if (!Array.isArray(value) && "@type" in value) found.push(value as DataNode)
  for (const each of Object.values(value)) collect(each, found)
}

const isPart = ({ attribs }: Element): boolean => attribs["itemprop"] !== undefined

/** An address that is marked up in the page's own words, as it was done before JSON-LD, as the same kind of node. */
const addressIn = (address: Element): DataNode => {
  const parts: Array<readonly [string, string]> = []
  let looked = 0
  for (const part of elementsIn(address)) {
    if (++looked > 200 || parts.length >= most.addressParts) break
    if (!isPart(part)) continue
    const said = part.attribs["content"] ?? textOf(part, longest.datum, () => false)
    parts.push([part.attribs["itemprop"]!.slice(0, 100), oneLine(said.slice(0, longest.datum))])
  }
  return Object.fromEntries([["@type", "PostalAddress"], ...parts])
}

const dataIn = (script: Element): unknown => {
  try {
    const text = script.children.map((child) => (child.type === "text" ? child.data : "")).join("")
    return JSON.parse(text)
  } catch {
    // A script that is no JSON is as good as none.
    return null
  }
}

/** The nodes of a page's structured data. */
export const structuredData = (root: Document): ReadonlyArray<DataNode> => {
  const found: Array<DataNode> = []
  const addresses: Array<DataNode> = []
  const budget = { values: most.dataValues }
  for (const element of elementsIn(root)) {
    const { attribs, name } = element
    if (name === "script" && attribs["type"]?.toLowerCase() === "application/ld+json") {
      collect(bounded(dataIn(element), 0, budget), found)
    }
    if (attribs["itemprop"] === "address" && addresses.length < most.addresses) {
      addresses.push(addressIn(element))
    }
  }
  return [...found, ...addresses]
}
