import { blocks, bullets, plain } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"

const most = 6

const few = (texts: ReadonlyArray<string>): string => {
  const told = texts.slice(0, most).map(plain)
  return texts.length > most ? `${told.join("; ")}; and others` : told.join("; ")
}

/** What the business is, as its website says: what the rest is to be read against. */
export const businessSection = ({ facts: { business } }: Strategy): string => {
  if (business === null) return ""
  const lines = [
    ["Offers", business.products],
    ["For", business.customers],
    ["In", business.places],
    ["What speaks for it", business.strengths],
    ["Others who offer it", business.competitors]
  ] as const
  return blocks(
    "## The business",
    plain(business.description),
    bullets(lines.filter(([, texts]) => texts.length > 0).map(([title, texts]) => `${title}: ${few(texts)}`))
  )
}
