import { bulletList, escapeMarkdown, joinBlocks } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"

const maxItems = 6

const firstFew = (texts: ReadonlyArray<string>): string => {
  const shownTexts = texts.slice(0, maxItems).map(escapeMarkdown)
  return texts.length > maxItems ? `${shownTexts.join("; ")}; and others` : shownTexts.join("; ")
}

/** Describes the business according to its website, as context for the other sections. */
export const businessSection = ({ facts: { business } }: Strategy): string => {
  if (business === null) return ""
  const lines = [
    ["Offers", business.products],
    ["For", business.customers],
    ["In", business.places],
    ["What speaks for it", business.strengths],
    ["Others who offer it", business.competitors]
  ] as const
  return joinBlocks(
    "## The business",
    escapeMarkdown(business.description),
    bulletList(
      lines.filter(([, texts]) => texts.length > 0).map(([title, texts]) => `${title}: ${firstFew(texts)}`)
    )
  )
}
