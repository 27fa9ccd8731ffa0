import { descriptionLimits, headlineLimits } from "../../campaigns/index.ts"
import { type LinePart, normalise, type Verdict } from "../../claims/index.ts"
import type { SitelinkDraft } from "../copy/assets.ts"
import { type AdContent, closestAd } from "../copy/content.ts"
import type { KeywordDraft } from "../copy/keywords.ts"
import type { CopyLine } from "../copy/line.ts"
import {
  type AdParts,
  asExclusion,
  type GivenAd,
  type GivenKeyword,
  type GivenLine,
  type GivenSitelink
} from "./parts.ts"

/*
 * Joins the parts that a caller wrote with those that are proposed. A given line is used only if its page proves it, and
 * every other one is reported with the reason.
 */

/** A page that was not read proves nothing. */
type Unread = Omit<RefusedLine, "path" | "line"> & { readonly holds: false }

/** Checks a line against the landing pages that it must be true for. */
export type CheckLine = (part: LinePart, line: GivenLine, urls: ReadonlyArray<string>) => Verdict | Unread

/** A line that was not used, as a task's result lists it. */
export interface RefusedLine {
  /** Where the call has it, such as `ads.0.headlines.2`. */
  readonly path: string
  readonly line: string
  readonly check: string
  readonly reason: string
  readonly nearest: string | null
}

interface Proven<A> {
  readonly kept: ReadonlyArray<A>
  readonly refused: ReadonlyArray<RefusedLine>
}

/** Names the writer of a line in its source. */
const caller = "the caller"

const provenLine = (text: string, page: string, sentence: string | undefined): CopyLine => ({
  text,
  source: {
    from: "model",
    model: caller,
    page,
    ...(sentence === undefined ? {} : { passage: sentence })
  }
})

/** Proves lines against the pages that each must be true for. */
export const proveLines = (
  check: CheckLine,
  part: LinePart,
  path: string,
  lines: ReadonlyArray<GivenLine>,
  urls: ReadonlyArray<string>
): Proven<CopyLine> => {
  const kept: Array<CopyLine> = []
  const refused: Array<RefusedLine> = []
  for (const [n, line] of lines.entries()) {
    const verdict = check(part, line, urls)
    if (verdict.holds) kept.push(provenLine(line.text, urls[0] ?? "", verdict.evidence?.sentence))
    else {
      const { check, nearest, reason } = verdict
      refused.push({ path: `${path}.${n}`, line: line.text, check, reason, nearest })
    }
  }
  return { kept, refused }
}

/** Adds proposed lines until there are enough; without given ones, all of them. */
const filledUp = (
  given: ReadonlyArray<CopyLine> | null,
  proposed: ReadonlyArray<CopyLine>,
  enough: number
): ReadonlyArray<CopyLine> => {
  if (given === null) return proposed
  const keys = new Set(given.map(({ text }) => normalise(text)))
  const others = proposed.filter(({ text }) => !keys.has(normalise(text)))
  return [...given, ...others.slice(0, Math.max(0, enough - given.length))]
}

const givenKeyword = (keyword: GivenKeyword, page: string): KeywordDraft => ({
  ...asExclusion(keyword),
  source: { from: "model", model: caller, page }
})

/** Joins the given parts of one ad with its proposal, if there is one. */
export const assembleAd = (
  given: AdParts & Pick<GivenAd, "url" | "name">,
  proposed: AdContent | null,
  check: CheckLine,
  path: string,
  name: string
): { readonly ad: AdContent; readonly refused: ReadonlyArray<RefusedLine> } => {
  const { url } = given
  const prove = (part: LinePart, field: string, lines: ReadonlyArray<GivenLine> | undefined) =>
    lines === undefined ? null : proveLines(check, part, `${path}${field}`, lines, [url])
  const headlines = prove("headline", "headlines", given.headlines)
  const descriptions = prove("description", "descriptions", given.descriptions)
  return {
    ad: {
      name: given.name ?? proposed?.name ?? name,
      url,
      headlines: filledUp(headlines?.kept ?? null, proposed?.headlines ?? [], headlineLimits.min),
      descriptions: filledUp(descriptions?.kept ?? null, proposed?.descriptions ?? [], descriptionLimits.min),
      paths: proposed?.paths ?? [],
      keywords: given.keywords?.map((one) => givenKeyword(one, url)) ?? proposed?.keywords ?? []
    },
    refused: [...(headlines?.refused ?? []), ...(descriptions?.refused ?? [])]
  }
}

/** Whether an ad has all that the platform needs, so that nothing has to be proposed. */
export const isWhole = ({ descriptions = [], headlines = [], keywords = [] }: AdParts): boolean =>
  headlines.length >= headlineLimits.min &&
  descriptions.length >= descriptionLimits.min &&
  keywords.length > 0

/** Puts each keyword of the campaign on the ad that shares most words with it, among those without their own. */
export const shareKeywords = (
  ads: ReadonlyArray<AdContent>,
  hasOwn: (ad: AdContent) => boolean,
  keywords: ReadonlyArray<GivenKeyword>
): ReadonlyArray<AdContent> => {
  const open = ads.filter((ad) => !hasOwn(ad))
  const byAd = Map.groupBy(keywords, ({ text }) => closestAd(open, text))
  return ads.map((ad) => {
    const own = byAd.get(ad)
    return own === undefined ? ad : { ...ad, keywords: own.map((one) => givenKeyword(one, ad.url)) }
  })
}

/** Proves sitelinks: their texts against the page that they lead to. */
export const proveSitelinks = (
  sitelinks: ReadonlyArray<GivenSitelink>,
  check: CheckLine
): Proven<SitelinkDraft> => {
  const kept: Array<SitelinkDraft> = []
  const refused: Array<RefusedLine> = []
  for (const [n, { description1, description2, quote, text, url }] of sitelinks.entries()) {
    const own = quote === undefined ? {} : { quote }
    const path = `sitelinks.${n}`
    const line = proveLines(check, "sitelink", path, [{ text, ...own }], [url])
    const given = description1 === undefined || description2 === undefined ? [] : [description1, description2]
    const lines = given.map((one) => ({ text: one, ...own }))
    const described = proveLines(check, "sitelink description", path, lines, [url])
    refused.push(...[...line.refused, ...described.refused].map((one) => ({ ...one, path })))
    const [first, second] = described.kept
    for (const text of line.kept) {
      const descriptions = first === undefined || second === undefined ? null : ([first, second] as const)
      kept.push({ text, url, descriptions })
    }
  }
  return { kept, refused }
}
