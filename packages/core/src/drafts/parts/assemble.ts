import { descriptionLimits, headlineLimits, type SourcedText } from "../../campaigns/index.ts"
import type { SitelinkDraft } from "../copy/assets.ts"
import type { AdContent } from "../copy/content.ts"
import type { KeywordDraft } from "../copy/keywords.ts"
import { type CopyLine, lineKey } from "../copy/line.ts"
import type { NegativeDraft } from "../copy/negatives.ts"
import {
  type AdParts,
  asExclusion,
  type CampaignParts,
  type GivenAd,
  type GivenKeyword,
  type GivenLine,
  type GivenSitelink
} from "./parts.ts"

/*
 * Joins the parts that a caller wrote with those that are proposed. A given line is used only if its page proves it, and
 * every other one is reported with the reason.
 */

type LineKind = SourcedText["of"]

/** What the checker says of a line. */
export type LineVerdict =
  | {
      readonly holds: true
      /** The sentence that proves it; null if it claims nothing that needs one. */
      readonly sentence: string | null
    }
  | {
      readonly holds: false
      /** The check that it fails. */
      readonly check: string
      readonly reason: string
      /** The sentence of the page that is nearest to it. */
      readonly nearest: string | null
    }

/** Checks a line against the landing pages that it must be true for. */
export type CheckLine = (of: LineKind, line: GivenLine, urls: ReadonlyArray<string>) => LineVerdict

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

const provenLine = (text: string, page: string, sentence: string | null): CopyLine => ({
  text,
  source: {
    from: "model",
    model: caller,
    page,
    ...(sentence === null ? {} : { passage: sentence })
  }
})

const proveLines = (
  check: CheckLine,
  of: LineKind,
  path: string,
  lines: ReadonlyArray<GivenLine>,
  urls: ReadonlyArray<string>
): Proven<CopyLine> => {
  const kept: Array<CopyLine> = []
  const refused: Array<RefusedLine> = []
  for (const [n, line] of lines.entries()) {
    const verdict = check(of, line, urls)
    if (verdict.holds) kept.push(provenLine(line.text, urls[0] ?? "", verdict.sentence))
    else {
      const { check, nearest, reason } = verdict
      refused.push({ path: `${path}.${n}`, line: line.text, check, reason, nearest })
    }
  }
  return { kept, refused }
}

/** The words of its page that a proposed line was taken from. */
const quoteOf = ({ source, text }: CopyLine): GivenLine => {
  const passage = source.from === "place" || source.from === "model" ? source.passage : undefined
  return passage === undefined ? { text } : { text, quote: passage }
}

/** Keeps the proposed lines that their pages prove: nothing else may stand in an ad, whoever wrote it. */
const provenOf = (
  check: CheckLine,
  of: LineKind,
  lines: ReadonlyArray<CopyLine>,
  urls: ReadonlyArray<string>
): ReadonlyArray<CopyLine> => lines.filter((line) => check(of, quoteOf(line), urls).holds)

/** Returns a proposed ad with the lines that its page proves. */
export const provenAd = (ad: AdContent, check: CheckLine): AdContent => ({
  ...ad,
  headlines: provenOf(check, "headline", ad.headlines, [ad.url]),
  descriptions: provenOf(check, "description", ad.descriptions, [ad.url])
})

export const provenSitelinks = (
  sitelinks: ReadonlyArray<SitelinkDraft>,
  check: CheckLine
): ReadonlyArray<SitelinkDraft> =>
  sitelinks
    .filter(({ text, url }) => check("sitelink", quoteOf(text), [url]).holds)
    .map((link) => {
      const { descriptions, url } = link
      const holds = descriptions?.every((line) => check("sitelink description", quoteOf(line), [url]).holds)
      return holds === true ? link : { ...link, descriptions: null }
    })

export const provenCallouts = (
  callouts: ReadonlyArray<CopyLine>,
  landingPages: ReadonlyArray<string>,
  check: CheckLine
): ReadonlyArray<CopyLine> => provenOf(check, "callout", callouts, landingPages)

/** Adds proposed lines until there are enough; without given ones, all of them. */
const filledUp = (
  given: ReadonlyArray<CopyLine> | null,
  proposed: ReadonlyArray<CopyLine>,
  enough: number
): ReadonlyArray<CopyLine> => {
  if (given === null) return proposed
  const keys = new Set(given.map(({ text }) => lineKey(text)))
  const others = proposed.filter(({ text }) => !keys.has(lineKey(text)))
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
  const prove = (of: LineKind, part: string, lines: ReadonlyArray<GivenLine> | undefined) =>
    lines === undefined ? null : proveLines(check, of, `${path}${part}`, lines, [url])
  const headlines = prove("headline", "headlines", given.headlines)
  const descriptions = prove("description", "descriptions", given.descriptions)
  return {
    ad: {
      name: given.name ?? proposed?.name ?? name,
      url,
      headlines: filledUp(headlines?.kept ?? null, proposed?.headlines ?? [], headlineLimits.min),
      descriptions: filledUp(descriptions?.kept ?? null, proposed?.descriptions ?? [], descriptionLimits.min),
      paths: proposed?.paths ?? [],
      keywords: given.keywords?.map((one) => givenKeyword(one, url)) ?? proposed?.keywords ?? [],
      score: proposed?.score ?? 0
    },
    refused: [...(headlines?.refused ?? []), ...(descriptions?.refused ?? [])]
  }
}

/** Whether an ad has all that the platform needs, so that nothing has to be proposed. */
export const isWhole = ({ descriptions = [], headlines = [], keywords = [] }: AdParts): boolean =>
  headlines.length >= headlineLimits.min &&
  descriptions.length >= descriptionLimits.min &&
  keywords.length > 0

const sharedWords = (one: string, other: string): number => {
  const words = new Set(lineKey(other).split(" "))
  return new Set(
    lineKey(one)
      .split(" ")
      .filter((word) => words.has(word))
  ).size
}

/** Puts each keyword of the campaign on the ad that shares most words with it, among those without their own. */
export const shareKeywords = (
  ads: ReadonlyArray<AdContent>,
  hasOwn: (ad: AdContent) => boolean,
  keywords: ReadonlyArray<GivenKeyword>
): ReadonlyArray<AdContent> => {
  const open = ads.filter((ad) => !hasOwn(ad))
  const words = ({ keywords, name }: AdContent) => [name, ...keywords.map(({ text }) => text)].join(" ")
  const byAd = Map.groupBy(
    keywords,
    ({ text }) =>
      open.toSorted((a, b) => sharedWords(text, words(b)) - sharedWords(text, words(a)))[0] ?? null
  )
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

/** Proves callouts, which stand beside every ad: each must be true for all landing pages. */
export const proveCallouts = (
  callouts: ReadonlyArray<GivenLine>,
  landingPages: ReadonlyArray<string>,
  check: CheckLine
): Proven<CopyLine> => proveLines(check, "callout", "callouts", callouts, landingPages)

/** The exclusions that a caller gave; null if a starter list is to be proposed. */
export const negativesOf = ({ negative_keywords }: CampaignParts): ReadonlyArray<NegativeDraft> | null =>
  negative_keywords?.map(asExclusion) ?? null
