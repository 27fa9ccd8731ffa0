import type { Section } from "../../document/document.ts"
import { bulletList, escapeMarkdown, joinBlocks } from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"

const maxItems = 6

const firstFew = (texts: ReadonlyArray<string>): string => {
  const shown = texts.slice(0, maxItems).map(escapeMarkdown)
  return texts.length > maxItems ? `${shown.join("; ")}; and others` : shown.join("; ")
}

/** Describes the business according to its website, as context for the other sections. */
export const businessSection = ({ facts: { business } }: Strategy): ReadonlyArray<Section> => {
  if (business === null) return []
  const lines = [
    ["Products", business.products],
    ["Customers", business.customers],
    ["Places", business.places],
    ["Strengths", business.strengths],
    ["Competitors", business.competitors]
  ] as const
  const known = lines.filter(([, texts]) => texts.length > 0)
  return [
    {
      heading: "The business",
      body: joinBlocks(
        escapeMarkdown(business.description),
        bulletList(known.map(([title, texts]) => `${title}: ${firstFew(texts)}`))
      )
    }
  ]
}
