import type { Document, Element } from "domhandler"
import { elementsIn, oneLine, textOf } from "./html.ts"
import { maxCount, maxLength } from "./limits.ts"
import type { DataNode } from "./page.ts"

/** The maximum nesting; deeper values are omitted. */
const maxDepth = 12
/** Members of one object, or items of one list. */
const maxMembers = 100

/** Copies a value within limits, so that later processing stays cheap. */
const copyWithinLimits = (value: unknown, depth: number, budget: { values: number }): unknown => {
  if (budget.values-- <= 0 || depth > maxDepth) return undefined
  if (typeof value === "string") return value.slice(0, maxLength.datum)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value))
    return value.slice(0, maxMembers).map((one) => copyWithinLimits(one, depth + 1, budget))
  const kept: Record<string, unknown> = {}
  let members = 0
  for (const name in value) {
    if (++members > maxMembers) break
    if (name.length > 100) continue
    Object.defineProperty(kept, name, {
      value: copyWithinLimits((value as Record<string, unknown>)[name], depth + 1, budget),
      enumerable: true
    })
  }
  return kept
}

/** Collects every node with a type at any depth, outer ones first. */
const collectNodes = (value: unknown, found: Array<DataNode>): void => {
  if (typeof value !== "object" || value === null || found.length >= maxCount.dataNodes) return
  if (!Array.isArray(value) && "@type" in value) found.push(value as DataNode)
  for (const each of Object.values(value)) collectNodes(each, found)
}

const isProperty = ({ attribs }: Element): boolean => attribs["itemprop"] !== undefined

/** Converts an address in microdata, which precedes JSON-LD, to the same kind of node. */
const addressNode = (address: Element): DataNode => {
  const parts: Array<readonly [string, string]> = []
  let visitedElements = 0
  for (const part of elementsIn(address)) {
    if (++visitedElements > 200 || parts.length >= maxCount.addressParts) break
    if (!isProperty(part)) continue
    const content = part.attribs["content"] ?? textOf(part, maxLength.datum, () => false)
    parts.push([part.attribs["itemprop"]!.slice(0, 100), oneLine(content.slice(0, maxLength.datum))])
  }
  return Object.fromEntries([["@type", "PostalAddress"], ...parts])
}

const parseScript = (script: Element): unknown => {
  try {
    const text = script.children.map((child) => (child.type === "text" ? child.data : "")).join("")
    return JSON.parse(text)
  } catch {
    // A script with invalid JSON is ignored.
    return null
  }
}

/** The nodes of a page's structured data. */
export const structuredData = (root: Document): ReadonlyArray<DataNode> => {
  const found: Array<DataNode> = []
  const addresses: Array<DataNode> = []
  const budget = { values: maxCount.dataValues }
  for (const element of elementsIn(root)) {
    const { attribs, name } = element
    if (name === "script" && attribs["type"]?.toLowerCase() === "application/ld+json") {
      collectNodes(copyWithinLimits(parseScript(element), 0, budget), found)
    }
    if (attribs["itemprop"] === "address" && addresses.length < maxCount.addresses) {
      addresses.push(addressNode(element))
    }
  }
  return [...found, ...addresses]
}
