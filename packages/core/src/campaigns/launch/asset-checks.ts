import type { LaunchContent } from "./facts.ts"
import { calloutProblem, fewestAssets as fewest, sitelinkProblem } from "./lines.ts"
import { firstOf, quoted, repeated } from "./wording.ts"

/* What a first launch asks of sitelinks and callouts. */

export const sitelinksInvalid = ({ sitelinks, websiteUrl }: LaunchContent): string | null => {
  if (sitelinks.length < fewest) {
    return `The campaign has ${sitelinks.length} sitelinks; at least ${fewest} are needed for any to be shown.`
  }
  const problem = firstOf(sitelinks, (link, n) => {
    const said = sitelinkProblem(link, websiteUrl)
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
    const said = calloutProblem(callout)
    return said === null ? null : `Callout ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const twice = repeated(callouts)
  return twice === undefined ? null : `Two callouts say the same: ${quoted(twice)}.`
}
