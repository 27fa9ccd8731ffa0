import type { StoredSitelink } from "../stored-json.ts"
import type { LaunchContent } from "./facts.ts"
import { calloutProblem, minAssets as fewest, sitelinkProblem } from "./lines.ts"
import { firstDuplicate, firstProblem, quoteText } from "./wording.ts"

/* The launch checks of sitelinks and callouts. */

export const sitelinksInvalid = ({ sitelinks, websiteUrl }: LaunchContent): string | null =>
  sitelinksProblem(sitelinks, websiteUrl)

/** Returns what is wrong with the sitelinks of a campaign, as a sentence, or null. */
export const sitelinksProblem = (
  sitelinks: ReadonlyArray<StoredSitelink>,
  websiteUrl: string | null
): string | null => {
  if (sitelinks.length < fewest) {
    return `The campaign has ${sitelinks.length} sitelinks; at least ${fewest} are needed for any to be shown.`
  }
  const problem = firstProblem(sitelinks, (link, n) => {
    const said = sitelinkProblem(link, websiteUrl)
    return said === null ? null : `Sitelink ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const text = firstDuplicate(sitelinks.map((link) => link.text))
  if (text !== undefined) return `Two sitelinks have the same text: ${quoteText(text)}.`
  const url = firstDuplicate(sitelinks.map((link) => link.url))
  return url === undefined ? null : `Two sitelinks lead to the same page: ${quoteText(url)}.`
}

export const calloutsInvalid = ({ callouts }: LaunchContent): string | null => calloutsProblem(callouts)

/** Returns what is wrong with the callouts of a campaign, as a sentence, or null. */
export const calloutsProblem = (callouts: ReadonlyArray<string>): string | null => {
  if (callouts.length < fewest) {
    return `The campaign has ${callouts.length} callouts; at least ${fewest} are needed for any to be shown.`
  }
  const problem = firstProblem(callouts, (callout, n) => {
    const said = calloutProblem(callout)
    return said === null ? null : `Callout ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const duplicate = firstDuplicate(callouts)
  return duplicate === undefined ? null : `Two callouts say the same: ${quoteText(duplicate)}.`
}
