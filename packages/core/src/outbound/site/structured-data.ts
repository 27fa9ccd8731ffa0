import type { Document, Element } from "domhandler"
import { elementsIn } from "./html.ts"
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
  const budget = { values: maxCount.dataValues }
  for (const element of elementsIn(root))
    if (element.name === "script" && element.attribs["type"]?.toLowerCase() === "application/ld+json")
      collectNodes(copyWithinLimits(parseScript(element), 0, budget), found)
  return found
}
