import type { StoredSitelink } from "../stored-json.ts"
import { addressProblem } from "./addresses.ts"
import { editorialProblem, firstProblem, lengthProblem, quoteText } from "./wording.ts"

/*
 * The rules of an ad's lines. A launch checks all of a campaign's lines, and the draft writer checks each
 * line before it uses it. So a generated draft can be launched.
 */

export const headlineLimits = { min: 3, max: 15, width: 30 } as const
export const descriptionLimits = { min: 2, max: 4, width: 90 } as const
export const pathWidth = 15
/** The platform shows no ad with fewer. */
export const minAssets = 2
export const sitelinkWidths = { text: 25, description: 35 } as const
export const calloutWidth = 25

const exclamation = (text: string, what: string): string | null =>
  text.includes("!") ? `has a ${what} with an exclamation mark: ${quoteText(text)}` : null

/** Each returns what is wrong with one line, as the end of a sentence, or null. */
export const headlineProblem = (line: string): string | null =>
  lengthProblem(line, headlineLimits.width, "headline") ??
  exclamation(line, "headline") ??
  editorialProblem(line, "headline")

export const descriptionProblem = (line: string): string | null =>
  lengthProblem(line, descriptionLimits.width, "description") ?? editorialProblem(line, "description")

export const calloutProblem = (line: string): string | null => lengthProblem(line, calloutWidth, "text")

const descriptionsProblem = ({ description1, description2 }: StoredSitelink): string | null => {
  const lines = [description1 ?? "", description2 ?? ""]
  if (lines.every((line) => line === "")) return null
  if (lines.includes("")) return "has only one of its two descriptions; give it both or neither"
  return firstProblem(lines, (line) => lengthProblem(line, sitelinkWidths.description, "description"))
}

export const sitelinkProblem = (link: StoredSitelink, website: string | null): string | null =>
  lengthProblem(link.text, sitelinkWidths.text, "text") ??
  exclamation(link.text, "text") ??
  descriptionsProblem(link) ??
  addressProblem(link.url, website, "address")
