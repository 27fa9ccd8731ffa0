import { Schema } from "effect"
import type { Exclusion } from "../../campaigns/index.ts"
import type { Input } from "../../contract/index.ts"

/*
 * The parts that a caller wrote, as edits and tasks store them. The contract bounds them; a stored part stays readable
 * when those bounds change.
 */

const absent = { exact: true } as const
const list = <A, I>(item: Schema.Schema<A, I>) => Schema.optionalWith(Schema.Array(item), absent)
const text = Schema.optionalWith(Schema.String, absent)

/** A line, and the words of its page that it rests on. */
const GivenLine = Schema.Struct({ text: Schema.String, quote: text })
export type GivenLine = typeof GivenLine.Type

/** A phrase, unless it says otherwise. */
const GivenKeyword = Schema.Struct({
  text: Schema.String,
  match_type: Schema.optionalWith(Schema.Literal("phrase", "exact", "broad"), absent)
})
export type GivenKeyword = typeof GivenKeyword.Type

const adFields = {
  headlines: list(GivenLine),
  descriptions: list(GivenLine),
  keywords: list(GivenKeyword)
}

/** The lines and keywords of one ad. What is absent is proposed. */
export const AdParts = Schema.Struct(adFields)
export type AdParts = typeof AdParts.Type

const GivenAd = Schema.Struct({ url: Schema.String, name: text, ...adFields })
export type GivenAd = typeof GivenAd.Type

const GivenSitelink = Schema.Struct({
  text: Schema.String,
  url: Schema.String,
  description1: text,
  description2: text,
  quote: text
})
export type GivenSitelink = typeof GivenSitelink.Type

export const CampaignParts = Schema.Struct({
  ads: list(GivenAd),
  keywords: list(GivenKeyword),
  negative_keywords: list(GivenKeyword),
  sitelinks: list(GivenSitelink),
  callouts: list(GivenLine),
  /** The one service or product that the campaign is for. */
  service: text,
  /** The landing pages that its ads may lead to. */
  pages: list(Schema.String)
})
export type CampaignParts = typeof CampaignParts.Type

export const asExclusion = ({ match_type = "phrase", text }: GivenKeyword): Exclusion => ({
  text,
  match: match_type
})

/** Returns the fields of a call that are parts; null if it has none. */
const partsIn = <Parts extends object>(fields: object, input: object): Parts | null => {
  const names = Object.keys(fields)
  const given = Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined)
  return given.length === 0 ? null : (Object.fromEntries(given) as Parts)
}

export const campaignPartsOf = (input: Input<"campaigns.create">): CampaignParts | null =>
  partsIn<CampaignParts>(CampaignParts.fields, input)

export const adPartsOf = (input: Input<"campaigns.create_ad">): AdParts | null =>
  partsIn<AdParts>(AdParts.fields, input)
