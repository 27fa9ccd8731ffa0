import type { LinePart } from "../../claims/index.ts"
import { sourceOf } from "../text-sources.ts"
import type { LaunchContent } from "./checks.ts"
import { type LineProof, proveLine } from "./evidence.ts"
import { calloutProblem, descriptionProblem, headlineProblem, sitelinkProblem } from "./lines.ts"

/** A line that a first launch sends, with what proves it. */
export interface LaunchLine {
  readonly part: LinePart
  readonly text: string
  /** The name of its ad; null for a sitelink or callout. */
  readonly ad: string | null
  /** The page that it must be true for; null for a callout, which must be true for every landing page. */
  readonly page: string | null
  readonly proof: LineProof
}

const formProblem = (what: string, problem: string | null): LineProof | null =>
  problem === null ? null : { holds: false, check: "form", reason: `${what} ${problem}.`, nearest: null }

/** Returns every line that a first launch sends, in its order, as the launch checks judge it. */
export const launchLines = ({
  ads,
  callouts,
  evidence,
  sitelinks,
  sources,
  websiteUrl
}: LaunchContent): ReadonlyArray<LaunchLine> => {
  const enabled = ads.filter(({ state }) => state === "enabled")
  const landingPages = [...new Set(enabled.map(({ url }) => url))]
  const ofAds = enabled.flatMap(({ descriptions, headlines, name, sources, url }) => {
    const line = (part: LinePart, text: string, problem: string | null): LaunchLine => ({
      part,
      text,
      ad: name,
      page: url,
      proof:
        formProblem("The ad", problem) ??
        proveLine(evidence, part, text, [url], sourceOf(sources, part, text))
    })
    return [
      ...headlines.map((text) => line("headline", text, headlineProblem(text))),
      ...descriptions.map((text) => line("description", text, descriptionProblem(text)))
    ]
  })
  const ofSitelinks = sitelinks.flatMap((link) => {
    const problem = formProblem("The sitelink", sitelinkProblem(link, websiteUrl))
    const line = (part: LinePart, text: string | null | undefined): ReadonlyArray<LaunchLine> => {
      if (!text) return []
      const proof = problem ?? proveLine(evidence, part, text, [link.url], sourceOf(sources, part, text))
      return [{ part, text, ad: null, page: link.url, proof }]
    }
    return [
      ...line("sitelink", link.text),
      ...line("sitelink description", link.description1),
      ...line("sitelink description", link.description2)
    ]
  })
  const ofCallouts = callouts.map((text): LaunchLine => {
    const problem = formProblem("The callout", calloutProblem(text))
    const source = sourceOf(sources, "callout", text)
    const proof = problem ?? proveLine(evidence, "callout", text, landingPages, source)
    return { part: "callout", text, ad: null, page: null, proof }
  })
  return [...ofAds, ...ofSitelinks, ...ofCallouts]
}
