import type { StoredSitelink } from "../stored-json.ts"
import type { LaunchContent } from "./facts.ts"
import { addressProblem, firstOf, lengthProblem, quoted, repeated } from "./wording.ts"

/* What a first launch asks of sitelinks and callouts. */

/** The platform shows none with fewer. */
const fewest = 2

const lineProblem = ({ description1, description2 }: StoredSitelink): string | null => {
  const lines = [description1 ?? "", description2 ?? ""]
  if (lines.every((line) => line === "")) return null
  if (lines.includes("")) return "has only one of its two descriptions; give it both or neither"
  return firstOf(lines, (line) => lengthProblem(line, 35, "description"))
}

export const sitelinksInvalid = ({ sitelinks, websiteUrl }: LaunchContent): string | null => {
  if (sitelinks.length < fewest) {
    return `The campaign has ${sitelinks.length} sitelinks; at least ${fewest} are needed for any to be shown.`
  }
  const problem = firstOf(sitelinks, (link, n) => {
    const said =
      lengthProblem(link.text, 25, "text") ??
      (link.text.includes("!") ? `has a text with an exclamation mark: ${quoted(link.text)}` : null) ??
      lineProblem(link) ??
      addressProblem(link.url, websiteUrl, "address")
    return said === null ? null : `Sitelink ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const text = repeated(sitelinks.map((link) => link.text))
  if (text !== undefined) return `Two sitelinks have the same text: ${quoted(text)}.`
  const url = repeated(sitelinks.map((link) => link.url))
  return url === undefined ? null : `Two sitelinks lead to the same page: ${quoted(url)}.`
}

export const calloutsInvalid = ({ callouts }: LaunchContent): string | null => {
  if (callouts.length < fewest) {
    return `The campaign has ${callouts.length} callouts; at least ${fewest} are needed for any to be shown.`
  }
  const problem = firstOf(callouts, (callout, n) => {
    const said = lengthProblem(callout, 25, "text")
    return said === null ? null : `Callout ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const twice = repeated(callouts)
  return twice === undefined ? null : `Two callouts say the same: ${quoted(twice)}.`
}
