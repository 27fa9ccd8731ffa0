import { Schema } from "effect"
import { randomBase62 } from "./base62.ts"
import { withDefault } from "./text.ts"

/** Marks a field that names a thing: a value that nothing can have answers not_found, not validation_error. */
export const Names = Symbol.for("@adwarden/contract/names")

const prefixed = <const Prefix extends string, const Thing extends string>(prefix: Prefix, thing: Thing) =>
  Schema.String.pipe(
    Schema.pattern(new RegExp(`^${prefix}_[0-9A-Za-z]{8,40}$`)),
    Schema.brand(thing)
  ).annotations({
    [Names]: thing.replaceAll("_", " "),
    description: `Id of the ${thing.replaceAll("_", " ")}`
  })

export const ActionId = prefixed("act", "action")
export type ActionId = typeof ActionId.Type
export const RecommendationId = prefixed("rec", "recommendation")
export type RecommendationId = typeof RecommendationId.Type
export const ReportId = prefixed("rpt", "report")
export type ReportId = typeof ReportId.Type
export const StrategyId = prefixed("str", "strategy")
export type StrategyId = typeof StrategyId.Type
export const QueuedWriteId = prefixed("qw", "queued_write")
export type QueuedWriteId = typeof QueuedWriteId.Type

export const TaskId = Schema.Int.pipe(Schema.between(1, 2_147_483_647), Schema.brand("task")).annotations({
  [Names]: "task",
  description: "The task_tracking_id that an asynchronous call returned"
})
export type TaskId = typeof TaskId.Type

export const AdId = Schema.Int.pipe(Schema.positive(), Schema.brand("ad"))
export type AdId = typeof AdId.Type

const slug = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

export const CampaignSlug = Schema.String.pipe(Schema.pattern(slug), Schema.brand("campaign")).annotations({
  [Names]: "campaign",
  description: "Slug of the campaign, as campaigns.list shows it"
})
export type CampaignSlug = typeof CampaignSlug.Type

export const OrgSlug = Schema.String.pipe(Schema.pattern(slug), Schema.brand("organization"))
export type OrgSlug = typeof OrgSlug.Type
export const isOrgSlug = (text: string): text is OrgSlug => slug.test(text)

/** What stands for the organization in a call: a slug, or `_` for an API key's own organization. */
export const OrgRef = withDefault(
  Schema.String,
  "_",
  "Slug of the organization to act in. An API key may leave it out, or send _, for its own."
)

export const randomId = (prefix: string): string => `${prefix}_${randomBase62(22)}`
