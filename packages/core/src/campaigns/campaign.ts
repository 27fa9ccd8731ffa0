import { Effect, Layer } from "effect"
import { organizationById } from "../access/organizations.ts"
import type { Committed } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import {
  type Channel,
  ChannelNotSupported,
  channelNames,
  channelsWithAiMax,
  NotFound,
  nearestName,
  otherKindOfId,
  pagePaths
} from "../contract/index.ts"
import { firstRaisesOf, firstRaisesSql, readFirstRaises } from "../log/action-log.ts"
import type { PlanReads } from "../log/read-actions.ts"
import { type ConnectionFacts, connectionOf, readConnections } from "../platform/connection.ts"
import { campaignSettings } from "../platform/outside-changes.ts"
import type { Caller, OrganizationFacts } from "../request/caller.ts"
import {
  type BoundStatement,
  bindStatement,
  organizationsStatement,
  runSql,
  type StatementsShape,
  statement
} from "../storage/index.ts"
import { decodeTargeting, type StoredTargeting } from "./stored-json.ts"

/** The parts that a push can send: the campaign's own settings, and ads that were created or removed here. */
export const pushParts = [...campaignSettings, "ads"] as const
export type PushPart = (typeof pushParts)[number]

export type CampaignState = "live" | "paused" | "draft"

/**
 * A row of `campaigns`, column by column. Rules, pushes, launches and syncs read different columns of it;
 * this is the only declaration of their values. JSON columns are in stored-json.ts.
 */
export interface StoredCampaign {
  readonly id: number
  readonly organization_id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly channel: Channel
  /** Null on a channel that has none, and until it is read. */
  readonly ai_max: boolean | null
  readonly state: CampaignState | "error"
  /** The target state while it is in error. */
  readonly wanted_state: CampaignState | null
  /** Why it is in error. */
  readonly state_error: string | null
  /** Daily; 0 with a total budget. */
  readonly budget: number | null
  /** What the platform may spend until the campaign ends; null with a daily budget. */
  readonly budget_total: number | null
  /** What was left of it when the platform was last read. */
  readonly budget_left: number | null
  /** The last day on which it serves; null without an end. */
  readonly ends_on: string | null
  readonly target_cpa: number | null
  readonly website_url: string | null
  readonly callouts: ReadonlyArray<string>
  readonly origin: "created" | "imported"
  readonly ad_account_id: string | null
  /** The platform's id of it. */
  readonly platform_id: string | null
  /** Null if it was never in the platform. */
  readonly platform_resource_name: string | null
  /** The platform's resource name of its budget. */
  readonly platform_budget_resource_name: string | null
  readonly platform_budget_shared: boolean
  /**
   * The platform's bidding strategy; a portfolio strategy has the prefix PORTFOLIO_. Null before the first
   * sync.
   */
  readonly platform_bidding_strategy: string | null
  /** As the platform was last seen to have it; null while it is not there or was not read. */
  readonly platform_state: "live" | "paused" | null
  /** The parts that the platform does not have yet. */
  readonly unpushed: ReadonlyArray<PushPart>
  /** The name of its creation in the platform, while that is not confirmed. */
  readonly creation_name: string | null
  /** Null if it was never live. */
  readonly first_launched_at: string | null
  readonly last_synced_at: string | null
  /** The source campaign, if a recommendation created it from that campaign's keywords. */
  readonly source_campaign_id: number | null
}

export interface SlugRow {
  readonly slug: string
  readonly name: string
  /** Why the campaign with exactly this slug was removed. */
  readonly removal_reason: string | null
}

/**
 * SQL: the campaigns to search for a similar slug; $2 is the requested one. The limit exceeds any real list
 * and keeps the search fast. A removed draft is included only if its slug was requested.
 */
export const candidateSlugsSql = `select slug, name, case when removed_at is not null then state_error end as removal_reason
  from campaigns where organization_id = $1 and (removed_at is null or slug = $2) order by id desc limit 2000`

const normaliseName = (name: string): string =>
  name.normalize("NFC").trim().toLowerCase().replaceAll(/\s+/g, " ")

/** The maximum number of campaigns with the same name in a message. */
const maxNamesakes = 5

/** Returns the campaigns whose name equals the text: callers send names where slugs are expected. */
const slugsWithName = (name: string, rows: ReadonlyArray<SlugRow>): ReadonlyArray<string> =>
  rows
    .flatMap((row) => (normaliseName(row.name) === normaliseName(name) ? [row.slug] : []))
    .slice(0, maxNamesakes)

/** Returns the closest campaign, by slug or by name. */
const nearestSlug = (text: string, rows: ReadonlyArray<SlugRow>): string | null => {
  const bySlug = nearestName(
    text,
    rows.map((row) => row.slug)
  )
  if (bySlug !== null) return bySlug
  const byName = nearestName(
    text,
    rows.map((row) => row.name)
  )
  return rows.find((row) => row.name === byName)?.slug ?? null
}

const suggestionFor = (text: string, rows: ReadonlyArray<SlugRow>): string => {
  const removalReason = rows.find((row) => row.slug === text)?.removal_reason
  if (removalReason) return `${removalReason} `
  const otherKind = otherKindOfId(text, "campaign")
  if (otherKind !== null) return `${otherKind} `
  const present = rows.filter((row) => row.removal_reason === null)
  const [named, ...namesakes] = slugsWithName(text, present)
  if (named !== undefined) {
    return namesakes.length === 0
      ? `That is a campaign's name; send its slug, ${named}. `
      : `That is the name of several campaigns; send the slug of one: ${[named, ...namesakes].join(", ")}. `
  }
  const nearest = nearestSlug(text, present)
  return nearest === null ? "" : `Did you mean ${nearest}? `
}

/**
 * Fails with not_found for an unknown slug. The message states why the campaign was removed, or suggests the
 * closest slug.
 */
export const campaignNotFound = <E, R>(
  slug: string,
  org: string,
  slugs: Effect.Effect<ReadonlyArray<SlugRow>, E, R>
): Effect.Effect<never, NotFound | E, R> =>
  Effect.flatMap(
    slugs,
    (rows) =>
      new NotFound({
        what: `The campaign ${JSON.stringify(slug.slice(0, 100).toWellFormed())}`,
        next: `${suggestionFor(slug, rows)}List the campaigns of ${org} with {campaigns.list} and use a slug from there.`
      })
  )

/** SQL: the id of the campaign with the slug $2 of the organization $1. */
export const campaignIdSql =
  "select id from campaigns where organization_id = $1 and slug = $2 and removed_at is null"
const byCampaignSlug = statement(
  "select id, channel from campaigns where organization_id = $1 and slug = $2 and removed_at is null"
)
const slugs = statement(candidateSlugsSql)

/** Returns the campaign that a read names, or fails with not_found and the closest slug. */
export const findCampaign = Effect.fnUntraced(function* (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string
) {
  const [campaign] = yield* statements.read(
    bindStatement<Pick<StoredCampaign, "id" | "channel">>(byCampaignSlug, [organization.id, slug])
  )
  return campaign ?? (yield* noSuchCampaign(statements, organization, slug))
})

/** Fails with not_found and the closest slug. */
export const noSuchCampaign = (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string
) =>
  campaignNotFound(
    slug,
    organization.slug,
    statements.read(bindStatement<SlugRow>(slugs, [organization.id, slug]))
  )

/** Returns the id of the campaign that a filter names; null if it names none. */
export const campaignFilter = (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string | undefined
) =>
  slug === undefined
    ? Effect.succeed(null)
    : Effect.map(findCampaign(statements, organization, slug), ({ id }) => id)

/** The note of a list of a campaign's content, which is empty on other channels than search. */
export const contentNoteOf = (channel: Channel): { readonly note?: string } =>
  channel === "search"
    ? {}
    : { note: `This is a ${channelNames[channel]} campaign. Only the content of search campaigns is read.` }

/** Refuses a change of the content of a campaign on another channel than search. */
export const channelProblem = ({ channel }: Pick<StoredCampaign, "channel">): ChannelNotSupported | null =>
  channel === "search" ? null : new ChannelNotSupported({ channel })

/** SQL: the daily budgets that pending writes of the organization $1 would set, by write and campaign. */
const reservationsSql = `(select q.id, each.campaign, each.budget from queued_writes q
  cross join unnest(q.reserved_campaigns, q.reserved_budgets) as each (campaign, budget)
  where q.organization_id = $1 and q.status = 'pending')`

/** SQL: what is left of the total budget of a campaign (`c`), as last read; null with a daily budget. */
export const budgetLeftSql =
  "case when c.budget_total is not null and (c.ends_at is null or c.ends_at > now()) then c.budget_left when c.budget_total is not null then 0 end"

/** SQL: whether AI Max is on, as asked for; null on a channel that has none, and until it is read. */
export const aiMaxSql = (campaign: string): string =>
  `case when ${campaign}.text_automation is not null and ${campaign}.channel in (${[...channelsWithAiMax].map((one) => `'${one}'`).join(", ")}) then ${campaign}.ai_max end`

/**
 * SQL: the committed daily budget of a campaign (`c`). It is the largest of three amounts: its daily budget, the
 * platform's budget (rounded up) while both may differ, and the largest pending budget.
 */
const countedBudgetSql = (largestReserved: string): string => `greatest(coalesce(c.budget, 0),
  case when 'budget' = any(c.unpushed) or c.conflict is not null then ceil(coalesce(c.platform_budget, 0)) else 0 end,
  coalesce(${largestReserved}, 0))`

/** SQL: for one campaign of the organization $1. */
const campaignCommitmentSql = countedBudgetSql(
  `(select max(r.budget) from ${reservationsSql} r where r.campaign = c.id)`
)

/** SQL: the budgets of campaigns (`c`) that count under the cap; a budget that campaigns share has the same name. */
const countedSql = (largestReserved: string): string => `${countedBudgetSql(largestReserved)} as daily,
  ${budgetLeftSql} as total, case when c.platform_budget_shared then c.platform_budget_resource_name end as shared`

/** SQL: the sums of budgets. A budget that campaigns share counts once. */
const sumsSql = (budgets: string): string => `
  coalesce(sum(daily) filter (where shared is null), 0)
    + coalesce((select sum(largest) from (
        select max(daily) as largest from ${budgets} one where one.shared is not null group by one.shared) each), 0) as daily,
  coalesce(sum(total), 0) as totals`

const committed = statement(`
  with reserved as (
    select campaign, max(budget) as largest, sum(budget) filter (where id is distinct from $2::text) as together
    from ${reservationsSql} r group by campaign),
  budgets as (
    select ${countedSql("r.largest")} from campaigns c left join reserved r on r.campaign = c.id
    where c.organization_id = $1 and c.removed_at is null
    union all select together, null, null from reserved where campaign is null)
  select ${sumsSql("budgets")} from budgets`)

const unreserved = statement(`
  with budgets as (
    select ${countedSql("0")} from campaigns c where c.organization_id = $1 and c.removed_at is null)
  select ${sumsSql("budgets")} from budgets`)

const committedSums = organizationsStatement<Committed & { readonly organization_id: number }>(
  (within) => `
  with reserved as (
    select q.organization_id, each.campaign, max(each.budget) as largest, sum(each.budget) as together
    from queued_writes q cross join unnest(q.reserved_campaigns, q.reserved_budgets) as each (campaign, budget)
    where q.status = 'pending' and ${within("q.organization_id")} group by q.organization_id, each.campaign),
  budgets as (
    select c.organization_id, ${countedSql("r.largest")} from campaigns c
    left join reserved r on r.organization_id = c.organization_id and r.campaign = c.id
    where c.removed_at is null and ${within("c.organization_id")}
    union all select organization_id, together, null, null from reserved where campaign is null)
  select organization_id, sum(daily) as daily, coalesce(sum(total), 0) as totals from (
    select organization_id, daily, total from budgets where shared is null
    union all select organization_id, max(daily), sum(total) from budgets where shared is not null
    group by organization_id, shared) as each
  group by organization_id`
)

/**
 * Campaigns own budgets, so they provide the sum of an organization's committed budgets. It reads the queue
 * once for all campaigns.
 */
export const budgetCommitmentsLayer = Layer.succeed(BudgetCommitments, {
  read: (organization, queuedWriteId) => bindStatement(committed, [organization, queuedWriteId]),
  readSums: committedSums,
  readUnreserved: (organization) => bindStatement(unreserved, [organization])
})

/** A campaign as the rules read it. Only this module reads its row for them. */
export interface Campaign
  extends Pick<
    StoredCampaign,
    | "id"
    | "slug"
    | "name"
    | "type"
    | "state"
    | "wanted_state"
    | "state_error"
    | "channel"
    | "budget"
    | "budget_total"
    | "ends_on"
    | "target_cpa"
    | "ai_max"
    | "website_url"
    | "origin"
    | "ad_account_id"
    | "platform_resource_name"
    | "platform_budget_resource_name"
    | "platform_budget_shared"
    | "platform_bidding_strategy"
    | "creation_name"
    | "first_launched_at"
    | "last_synced_at"
    | "source_campaign_id"
    | "unpushed"
    | "platform_state"
  > {
  /** Stored JSON; known-settings.ts decodes both. */
  readonly unpushed_from: unknown
  readonly conflict: unknown
  /** Its share of the organization's committed daily budgets. */
  readonly committed: number
  /** What is left of its total budget; 0 with a daily budget. */
  readonly left: number
  /** Whether calls can be made for its ad account; null if it belongs to none. */
  readonly connection: ConnectionFacts | null
  /** For a draft: discarded or never finished. Only reads by id still find it. */
  readonly removed: boolean
}

const columns = `c.id, c.slug, c.name, c.type, c.state, c.wanted_state, c.state_error, c.channel, c.budget, c.budget_total, c.ends_on,
  coalesce(${budgetLeftSql}, 0) as left, c.target_cpa, ${aiMaxSql("c")} as ai_max, c.website_url, c.origin, c.ad_account_id, c.platform_resource_name, c.platform_budget_resource_name,
  c.platform_budget_shared, c.platform_bidding_strategy, c.creation_name, c.first_launched_at, c.last_synced_at,
  c.source_campaign_id, c.unpushed, c.platform_state, c.unpushed_from, c.conflict, c.removed_at is not null as removed, ${campaignCommitmentSql} as committed`

const rows = {
  slug: statement(`select ${columns} from campaigns c
    where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`),
  id: statement(`select ${columns} from campaigns c where c.organization_id = $1 and c.id = $2`)
}

type Row = Omit<Campaign, "connection">

const rowOf = (organization: number, by: "slug" | "id", value: string | number) =>
  bindStatement<Row>(rows[by], [organization, value])

/** What operations that name a campaign read first. */
export const campaignReads = (organization: number, { slug }: { readonly slug: string }) => [
  rowOf(organization, "slug", slug),
  readConnections(organization)
]

const firstRaisesBySlug = statement(
  firstRaisesSql(
    "array(select id from campaigns where organization_id = $1 and slug = $2 and removed_at is null)"
  )
)

const readFirstRaisesBySlug = (organization: number, slug: string, caller: Caller) =>
  firstRaisesOf(firstRaisesBySlug, organization, slug, caller)

/**
 * What an operation that may raise the budget of a campaign reads first: also what the rule about repeated raises
 * compares. With a later round trip for it, `npm run bench` prints 0.76 instead of 0.85 for a PATCH.
 */
export const raiseReads = (organization: number, input: { readonly slug: string }, caller: Caller) => [
  ...campaignReads(organization, input),
  readFirstRaisesBySlug(organization, input.slug, caller)
]

const find = (
  context: PlanReads,
  by: "slug" | "id",
  value: string | number,
  ...beside: ReadonlyArray<BoundStatement>
) => {
  const { id } = context.clearance.organization
  return Effect.map(
    context.read(rowOf(id, by, value), readConnections(id), ...beside),
    ([[row], connections]): Campaign | undefined =>
      row && { ...row, connection: connectionOf(row.ad_account_id, connections) }
  )
}

/** Returns the campaign that a call names. */
export const campaignBySlug = Effect.fnUntraced(function* (context: PlanReads, slug: string) {
  const { organization } = context.clearance
  const campaign = yield* find(context, "slug", slug)
  if (campaign === undefined) {
    const slugs = runSql<SlugRow>(candidateSlugsSql, [organization.id, slug])
    return yield* campaignNotFound(slug, organization.slug, slugs)
  }
  // Edits read the campaign by id. They all get this row.
  context.remember(rowOf(organization.id, "id", campaign.id), [campaign])
  return campaign
})

/** Returns the campaign whose budget a call may raise, after `raiseReads`. */
export const raisedCampaignBySlug = Effect.fnUntraced(function* (context: PlanReads, slug: string) {
  const { caller, organization } = context.clearance
  const campaign = yield* campaignBySlug(context, slug)
  const [raises] = yield* context.read(readFirstRaisesBySlug(organization.id, slug, caller))
  context.remember(readFirstRaises(organization.id, [campaign.id], caller), raises)
  return campaign
})

/**
 * Returns the campaign of an edit, and reads other statements in the same round trip. Rows of campaigns are never
 * deleted, so it exists.
 */
export const campaignById = (context: PlanReads, id: number, ...beside: ReadonlyArray<BoundStatement>) =>
  Effect.map(find(context, "id", id, ...beside), (campaign) => campaign!)

/** Whether it is in the platform, or was and keeps its resource name. */
export const isInPlatform = ({ platform_resource_name }: Campaign): boolean => platform_resource_name !== null

/**
 * Whether its keywords and negative keywords change in the platform first. A draft's wait for its next
 * launch, even if it was live before.
 */
export const isPlatformFirst = (campaign: Campaign): boolean =>
  isInPlatform(campaign) && campaign.state !== "draft"

/** Why content of a campaign that is being launched cannot be changed, as the end of a sentence. */
export const notInPlatformYet = "is not in the ad platform yet; wait until its task is completed"

export const wasLaunched = ({ first_launched_at }: Campaign): boolean => first_launched_at !== null

/**
 * Whether the money rules treat it as launched: from the moment a launch is accepted, because the platform
 * may start it at any time from then on.
 */
export const spendsOrHasSpent = (campaign: Campaign): boolean =>
  wasLaunched(campaign) ||
  isInPlatform(campaign) ||
  campaign.creation_name !== null ||
  (campaign.wanted_state ?? campaign.state) === "live"

type FoundRow = Pick<StoredCampaign, "id" | "name" | "callouts"> & {
  readonly sources: unknown
} & { readonly [Column in keyof StoredTargeting]: unknown }

/** Reads a campaign with its sitelinks and callouts, or fails with the closest slug. */
export const readCampaignAssets = (organization: number, org: string, slug: string) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<FoundRow>`
      select id, name, callouts, sources, locations, radius, sitelinks from campaigns
      where organization_id = ${organization} and slug = ${slug} and removed_at is null`
    if (row === undefined) {
      return yield* campaignNotFound(slug, org, runSql<SlugRow>(candidateSlugsSql, [organization, slug]))
    }
    return { ...row, ...decodeTargeting({ ...row, organization }) }
  })

/** Returns the address of a campaign's page in the dashboard. */
export const campaignUrl = (appUrl: string, organization: number, slug: string) =>
  Effect.map(organizationById(organization), (found) => `${appUrl}${pagePaths.campaign(found.slug, slug)}`)
