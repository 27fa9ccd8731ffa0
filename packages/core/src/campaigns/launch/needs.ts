import type { LaunchAd, LaunchContent } from "./checks.ts"
import { locationMissing } from "./checks.ts"
import { type LaunchLine, launchLines } from "./launch-lines.ts"
import { descriptionLimits, headlineLimits, minAssets, quoteText } from "./lines.ts"

/** What a person or a caller must still give before a first launch. */
export interface Need {
  readonly need: "ads" | "lines" | "keywords" | "place" | "budget" | "tracking" | "service"
  /** What is missing and what gives it. Surfaces render the operations and pages that it names. */
  readonly message: string
}

/** What an ad lacks to do well, beyond what the platform requires. */
export interface AdQuality {
  readonly ad: string
  readonly url: string
  readonly lacks: ReadonlyArray<string>
}

interface DraftFacts {
  readonly slug: string
  readonly budget: number | null
  /** Whether the draft buys clicks because its account measures no conversions. */
  readonly buysClicks: boolean
  readonly content: LaunchContent
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** What is missing of the lines that the platform requires of an ad, as the end of a sentence. */
const missingLines = ({ descriptions, headlines }: LaunchAd): string | null => {
  const missing = [
    ...(headlines.length < headlineLimits.min
      ? [`${headlines.length} of ${plural(headlineLimits.min, "headline")}`]
      : []),
    ...(descriptions.length < descriptionLimits.min
      ? [`${descriptions.length} of ${plural(descriptionLimits.min, "description")}`]
      : [])
  ]
  return missing.length === 0 ? null : missing.join(" and ")
}

/** A line that cannot be launched and why, as the end of a sentence and another one. */
const refusalOf = ({ proof, text }: LaunchLine): ReadonlyArray<string> =>
  proof.holds ? [] : [`${quoteText(text)}: ${proof.reason}`]

/** Returns what a draft still needs, in the order of a launch's checks. */
export const needsOf = ({ budget, buysClicks, content, slug }: DraftFacts): ReadonlyArray<Need> => {
  const page = `{page.campaign slug=${slug}}`
  const ads = content.ads.filter(({ state }) => state === "enabled")
  const own = launchLines(content)
  const needs: Array<Need> = []
  if (budget === null || budget <= 0)
    needs.push({
      need: "budget",
      message: `No daily budget is set. Set one with {campaigns.update slug=${slug}}.`
    })
  if (locationMissing(content) !== null)
    needs.push({
      need: "place",
      message:
        content.locationQuestion === null
          ? `No place is known where the ads are shown. Choose one on ${page}.`
          : `The place is not clear: ${content.locationQuestion}. Choose one on ${page}.`
    })
  if (ads.length === 0)
    needs.push({ need: "ads", message: `No ad is written. Add one with {campaigns.create_ad slug=${slug}}.` })
  for (const ad of ads) {
    const lines = missingLines(ad)
    if (lines !== null)
      needs.push({
        need: "lines",
        message: `The ad ${quoteText(ad.name)} has ${lines}. Add lines that ${ad.url} proves on ${page}.`
      })
    const [refused] = own.flatMap((line) => (line.ad === ad.name ? refusalOf(line) : []))
    if (refused !== undefined)
      needs.push({
        need: "lines",
        message: `The ad ${quoteText(ad.name)} cannot say ${refused} Change it on ${page}.`
      })
    if (!ad.keywords.some(({ state }) => state === "enabled"))
      needs.push({
        need: "keywords",
        message: `The ad ${quoteText(ad.name)} has no keyword. Add what people search for on ${page}.`
      })
  }
  for (const part of ["sitelink", "callout"] as const) {
    const [refused] = own.flatMap((line) => (line.part.startsWith(part) ? refusalOf(line) : []))
    if (refused !== undefined)
      needs.push({ need: "lines", message: `A ${part} cannot say ${refused} Change it on ${page}.` })
  }
  if (buysClicks)
    needs.push({
      need: "tracking",
      message:
        "The ad account measures no conversions, so the draft buys clicks. Set up conversion tracking in the ad account; campaigns can then bid for conversions."
    })
  return needs
}

/** More headlines and descriptions let the platform choose. */
const enough = { headlines: 8, descriptions: 3, keywords: 5 }

const below = (count: number, enough: number, what: string): ReadonlyArray<string> =>
  count < enough ? [`${plural(count, what)}; ${enough} or more do better`] : []

/** Returns what each ad of a draft lacks to do well. */
export const qualityOf = ({ ads, callouts, sitelinks }: LaunchContent): ReadonlyArray<AdQuality> =>
  ads
    .filter(({ state }) => state === "enabled")
    .map(({ descriptions, headlines, keywords, name, url }) => ({
      ad: name,
      url,
      lacks: [
        ...below(headlines.length, enough.headlines, "headline"),
        ...below(descriptions.length, enough.descriptions, "description"),
        ...below(keywords.length, enough.keywords, "keyword"),
        ...below(sitelinks.length, minAssets, "sitelink"),
        ...below(callouts.length, minAssets, "callout")
      ]
    }))
