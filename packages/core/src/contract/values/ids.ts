import { Schema } from "effect"
import { withDefault } from "./text.ts"

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Drawn in bulk: the generator costs nearly the same for a few bytes as for thousands. */
const pool = new Uint8Array(4096)
let next = pool.length

const randomByte = (): number => {
  if (next === pool.length) {
    globalThis.crypto.getRandomValues(pool)
    next = 0
  }
  const byte = pool[next]!
  // Used bytes do not stay in memory.
  pool[next++] = 0
  return byte
}

/** Uniform: bytes past the last whole multiple of 62 are discarded. */
export const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += base62[byte % 62]
  }
  return text
}

/** Marks a field that names a record: an impossible value returns not_found, not validation_error. */
export const NamesResource = Symbol.for("@adwarden/contract/names")

/** Marks an id with the names that outputs use for it: a tool also accepts it under those. */
export const OutputNames = Symbol.for("@adwarden/contract/given-as")

const prefixed = <const Prefix extends string, const Resource extends string>(
  prefix: Prefix,
  resource: Resource,
  outputNames: ReadonlyArray<string>
) =>
  Schema.String.pipe(
    Schema.pattern(new RegExp(`^${prefix}_[0-9A-Za-z]{8,40}$`)),
    Schema.brand(resource)
  ).annotations({
    [NamesResource]: resource.replaceAll("_", " "),
    [OutputNames]: outputNames,
    description: `Id of the ${resource.replaceAll("_", " ")}`
  })

export const ActionId = prefixed("act", "action", ["action_id"])
export type ActionId = typeof ActionId.Type
export const RecommendationId = prefixed("rec", "recommendation", ["recommendation_id"])
export type RecommendationId = typeof RecommendationId.Type
export const ReportId = prefixed("rpt", "report", ["id"])
export type ReportId = typeof ReportId.Type
export const StrategyId = prefixed("str", "strategy", ["strategy", "id"])
export type StrategyId = typeof StrategyId.Type
export const QueuedWriteId = prefixed("qw", "queued_write", ["queued_recommendation_id", "id"])
export type QueuedWriteId = typeof QueuedWriteId.Type

export const TaskId = Schema.Int.pipe(Schema.between(1, 2_147_483_647), Schema.brand("task")).annotations({
  [NamesResource]: "task",
  [OutputNames]: ["task_tracking_id"],
  description: "From the call that started it"
})
export type TaskId = typeof TaskId.Type

export const AdId = Schema.Int.pipe(Schema.positive(), Schema.brand("ad"))
export type AdId = typeof AdId.Type

/** The maximum length of a slug. */
export const maxSlugLength = 120

const slug = new RegExp(`^[a-z0-9](?:[a-z0-9-]{0,${maxSlugLength - 2}}[a-z0-9])?$`)

/**
 * The campaign of a call. Any text up to the length of a name is looked up, so that the error for a
 * campaign's name can state its slug.
 */
export const CampaignSlug = Schema.String.pipe(
  Schema.minLength(1),
  Schema.maxLength(255),
  Schema.brand("campaign")
).annotations({
  [NamesResource]: "campaign",
  [OutputNames]: ["campaign"],
  description: "Campaign"
})
export type CampaignSlug = typeof CampaignSlug.Type
export const isCampaignSlug = (text: string): boolean => slug.test(text)

export const OrgSlug = Schema.String.pipe(Schema.pattern(slug), Schema.brand("organization"))
export type OrgSlug = typeof OrgSlug.Type
export const isOrgSlug = (text: string): text is OrgSlug => slug.test(text)

/** The organization of a call: a slug, or `_` for an API key's own organization. */
export const OrgRef = withDefault(Schema.String, "_", "Slug or _")

export const randomId = (prefix: string): string => `${prefix}_${randomBase62(22)}`
