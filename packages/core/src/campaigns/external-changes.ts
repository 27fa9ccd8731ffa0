import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { timeLimit } from "../changes/platform-check.ts"
import { limits, SyncConflict } from "../contract/index.ts"
import { AdAccounts, type LinkedAccount } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { CampaignSetting, Match, PreviousSettings } from "../platform/model.ts"
import { type OutsideChange, readOutsideChanges } from "../platform/outside-changes.ts"
import { bindStatement, runSql, statement } from "../storage/index.ts"
import { aiMaxSql, type Campaign, campaignById } from "./campaign.ts"
import { conflictOf, describeOutsideChange, knownSettings } from "./known-settings.ts"

/** A change that others made in the ad platform, as the sync recorded it. */
export interface StoredExternalChange {
  /** The platform's id of the change, unique in its ad account. */
  readonly id: string
  readonly at: string
  readonly campaign: number | null
  readonly by: string | null
  readonly what: string
}

interface ChangedPart {
  readonly id: number
  readonly removed: boolean
}

/** A change of a campaign with what was before it, and the part of the campaign that it changed. */
export interface RevertedChange {
  readonly what: string
  /** Whether a person has accepted it, or the campaign follows the platform: the values here are those after it. */
  readonly accepted: boolean
  readonly previous: PreviousSettings | null
  readonly keyword:
    | (ChangedPart & {
        readonly ad: number
        readonly text: string
        readonly match: Match
        readonly state: "enabled" | "paused"
        readonly adRemoved: boolean
      })
    | null
  readonly negative:
    | (ChangedPart & { readonly ad: number | null; readonly text: string; readonly match: Match })
    | null
  readonly ad: (ChangedPart & { readonly state: string }) | null
}

/** SQL: the newest row of a part of the campaign $2 that the change `p` names, present rows first, as JSON. */
const changedPart = (table: string, columns: string, ref = "platform_resource_name") =>
  `(select to_json(found) from (select t.id, t.removed_at is not null as removed, ${columns} from ${table} t
    where t.organization_id = $1 and t.campaign_id = $2 and p.resource = t.${ref}
    order by t.removed_at is not null, t.id desc limit 1) found)`

const reverted = `
select p.what, p.at <= c.last_synced_at as accepted, p.detail -> 'previous' as previous,
  ${changedPart(
    "keywords",
    `t.ad_id as ad, t.text, t.match_type as match, t.state, (select a.removed_at is not null from ads a
      where a.organization_id = $1 and a.id = t.ad_id) as "adRemoved"`
  )} as keyword,
  ${changedPart("negative_keywords", "t.ad_id as ad, t.text, t.match_type as match")} as negative,
  coalesce(${changedPart("ads", "t.state")},
    ${changedPart("ads", "t.state", "platform_ad_resource_name")}) as ad
from platform_changes p join campaigns c on c.organization_id = $1 and c.id = p.campaign_id
where p.organization_id = $1 and p.campaign_id = $2 and p.id = $3`

export const findExternalChange = (organization: number, campaign: number, id: string) =>
  Effect.map(runSql<RevertedChange>(reverted, [organization, campaign, id]), ([row]) => row ?? null)

/** Reads the newest changes of a campaign, for someone who names one that it lacks. */
export const findNewestOf = (organization: number, campaign: number) =>
  runSql<Pick<StoredExternalChange, "id" | "what">>`
    select id, what from platform_changes where organization_id = ${organization} and campaign_id = ${campaign}
    order by at desc, id limit 5`

const waitingOf = statement(`
select p.at, coalesce(p.by, 'unknown') as by, p.what
from platform_changes p join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
where p.organization_id = $1 and p.campaign_id = $2 and p.at > c.last_synced_at
order by p.at, p.id limit 100`)

/** Reads the changes of a campaign that nobody accepted yet, oldest first. */
const readWaitingChangesOf = (organization: number, campaign: number) =>
  bindStatement<{ readonly at: string; readonly by: string; readonly what: string }>(waitingOf, [
    organization,
    campaign
  ])

const inConflict = statement(`
select id, name, budget, target_cpa, ${aiMaxSql("campaigns")} as ai_max, case when coalesce(wanted_state, state) = 'live' then 'live' else 'paused' end as state,
  conflict, last_synced_at as synced
from campaigns where organization_id = $1 and slug = $2 and removed_at is null and conflict is not null`)

/** A campaign in conflict: our settings now, and what was found, which `conflictOf` decodes. */
interface CampaignInConflict {
  readonly id: number
  readonly name: string
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly ai_max: boolean | null
  readonly state: "live" | "paused"
  readonly conflict: unknown
  readonly synced: string | null
}

/** Reads a campaign if it is in conflict. */
export const readCampaignInConflict = (organization: number, slug: string) =>
  bindStatement<CampaignInConflict>(inConflict, [organization, slug])

/**
 * Counts the changes of a campaign that nobody accepted yet and that concern more than its name, budget, target and
 * state.
 */
export const readContentChangesWaiting = (organization: number, campaign: number) =>
  Effect.map(
    runSql<{ readonly changes: number }>`
      select count(*)::int as changes from platform_changes p
      join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
      where p.organization_id = ${organization} and p.campaign_id = ${campaign} and p.at > c.last_synced_at
        and not (p.resource in (c.platform_resource_name, c.platform_budget_resource_name)
          and jsonb_array_length(p.detail -> 'fields') = (
            select count(*) from jsonb_object_keys(coalesce(p.detail -> 'previous', '{}'))))`,
    ([row]) => row!.changes
  )

/** More rows would not help the reader of a report. */
const maxReported = 200

/** Days are in UTC, as in the list of actions. */
const outside = statement(`
select id, at, campaign_id as campaign, by, what,
  count(*) filter (where at >= $3::date::timestamp at time zone 'UTC') over () as total
from platform_changes
where organization_id = $1 and at >= $2::date::timestamp at time zone 'UTC'
  and at < ($4::date + 1)::timestamp at time zone 'UTC'
order by at desc, id limit ${maxReported}`)

/** Reads the changes since a day, newest first, each with the number of all in the period. */
export const readExternalChanges = (
  organization: number,
  since: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  bindStatement<StoredExternalChange & { readonly total: number }>(outside, [organization, since, from, to])

/**
 * SQL: the part of a campaign that the change `p` of the organization $1 names. A present part is found by an index;
 * the removed ones of the campaign are searched only for a change that removed one.
 */
const partOf = (kind: string, table: string, name: string) => `(select '${kind}' as kind, t.${name} as name
  from ${table} t where t.organization_id = $1 and t.removed_at is null
    and t.platform_resource_name = p.resource)
union all (select '${kind}', t.${name} from ${table} t where t.organization_id = $1
    and t.campaign_id = p.campaign_id and t.removed_at is not null and p.detail ->> 'operation' = 'REMOVE'
    and t.platform_resource_name = p.resource order by t.id desc limit 1)`

const newest = statement(`
select p.id, p.at, p.campaign_id as campaign, p.by, p.what, coalesce(p.at <= c.last_synced_at, true) as accepted,
  p.detail -> 'previous' as previous, part.kind as part, part.name as "partName"
from platform_changes p left join campaigns c on c.organization_id = $1 and c.id = p.campaign_id
left join lateral (${partOf("keyword", "keywords", "text")} union all ${partOf("negative", "negative_keywords", "text")}
  union all ${partOf("ad", "ads", "name")} limit 1) part on true
where p.organization_id = $1 and p.at >= $2::timestamptz and ($3::bigint is null or p.campaign_id = $3)
order by p.at desc, p.id limit $4`)

const newestIds = statement(`
select id from platform_changes where organization_id = $1 and at >= now() - interval '28 days' order by at desc, id limit 100`)

/** Reads which changes the last weeks had. */
export const readNewestExternalIds = (organization: number) =>
  bindStatement<{ readonly id: string }>(newestIds, [organization])

/** A change as the list of them shows it, with its keyword or ad, which the platform does not always name. */
type ListedExternalChange = StoredExternalChange &
  Pick<RevertedChange, "accepted" | "previous"> & {
    readonly part: "keyword" | "negative" | "ad" | null
    readonly partName: string | null
  }

/** Reads the newest changes since a moment, of one campaign or of all, and whether they were accepted. */
export const readNewestExternalChanges = (
  organization: number,
  since: string,
  campaign: number | null,
  limit: number
) => bindStatement<ListedExternalChange>(newest, [organization, since, campaign, limit])

/** The maximum time that a caller gives the platform. An undo gives it less. */
const launchTimeout = Duration.seconds(10)

/** The platform keeps the change history this long, so a launch looks back no further. */
const lookbackMillis = limits.syncConflictDays * 86_400_000

const asChange =
  ({ clearance }: PlanContext) =>
  (change: OutsideChange) => ({
    at: change.at ?? new Date().toISOString(),
    by: change.by ?? "unknown",
    what: describeOutsideChange(change, clearance.organization.currency)
  })

/**
 * Returns the refusal of a change that others' changes block until somebody has decided on them, or null. The platform's
 * history says more, as soon as a sync has read it.
 */
export const conflictProblem = (
  context: PlanContext,
  campaign: Campaign,
  field?: CampaignSetting
): Effect.Effect<SyncConflict | null, SqlError, SqlClient.SqlClient> => {
  const { id } = context.clearance.organization
  const conflict = conflictOf(campaign, id)
  if (conflict === null || (field !== undefined && conflict.settings.every((one) => one.field !== field)))
    return Effect.succeed(null)
  return Effect.map(context.read(readWaitingChangesOf(id, campaign.id)), ([history]) => {
    if (history.length > 0) return new SyncConflict({ changes: history })
    const contents = { at: conflict.found_at, by: "unknown", what: "Its ads or keywords were changed" }
    const changes = conflict.settings.length === 0 ? [contents] : conflict.settings.map(asChange(context))
    return new SyncConflict({ changes })
  })
}

/**
 * Reads external changes from the platform. If the platform cannot be read, it reports none and blocks
 * nothing.
 */
export class ExternalChanges extends Context.Tag("@adwarden/ExternalChanges")<
  ExternalChanges,
  {
    /**
     * Fails if others changed the campaign since the last sync: a launch would start something that nobody
     * here has reviewed.
     */
    readonly none: (context: PlanContext, campaign: Campaign) => Effect.Effect<void, SyncConflict | SqlError>
    /** Returns why a setting no longer has the value that an action set, or null. */
    readonly drift: (
      context: PlanContext,
      campaign: number,
      field: CampaignSetting
    ) => Effect.Effect<string | null, SqlError, SqlClient.SqlClient>
  }
>() {
  static readonly layer = Layer.effect(
    ExternalChanges,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const accounts = yield* AdAccounts

  /** Reads from the platform; `otherwise` if it cannot be read in time. */
  const readOr = <A>(
    context: PlanContext,
    { ad_account_id }: Campaign,
    read: (account: LinkedAccount) => Effect.Effect<A, ReadFailure | SqlError>,
    otherwise: A
  ) =>
    Effect.flatMap(accounts.get(context.clearance.organization.id, ad_account_id ?? ""), read).pipe(
      Effect.timeout(launchTimeout),
      Effect.catchIf(
        (error) => error._tag !== "SqlError",
        () => Effect.succeed(otherwise)
      )
    )

  const settingsChanged = (context: PlanContext, campaign: Campaign, limit: Duration.Duration) => {
    const known = knownSettings(campaign, context.clearance.organization.id)
    return known === null || campaign.ad_account_id === null
      ? Effect.succeed<ReadonlyArray<OutsideChange>>([])
      : // Several settings of a campaign share one read.
        context.once(
          `outside ${campaign.id}`,
          readOr(context, campaign, (account) => readOutsideChanges(account, known, limit), [])
        )
  }

  return {
    none: (context: PlanContext, campaign: Campaign) =>
      Effect.gen(function* () {
        const {
          last_synced_at: synced,
          platform_budget_resource_name: budget,
          platform_resource_name: ref
        } = campaign
        if (campaign.ad_account_id === null) return
        if (synced === null || ref === null) {
          // Nothing to compare, but this call detects a revoked login before the launch is accepted.
          yield* readOr(context, campaign, (account) => account.platform.details(account), null)
          return
        }
        const since = new Date(Math.max(Date.parse(synced), Date.now() - lookbackMillis))
        const history = readOr(
          context,
          campaign,
          (account) => account.platform.changesSince(account, since),
          []
        )
        const [found, settings] = yield* Effect.all(
          [history, settingsChanged(context, campaign, launchTimeout)],
          { concurrency: 2 }
        )
        const changes = found
          .filter((change) => change.campaign === ref || change.resource === budget)
          // The history has whole seconds: of the second of the sync, the values of settings decide.
          .filter(({ at, settings }) => settings.length === 0 || Date.parse(at) > Date.parse(synced))
          .map(({ at, by, what }) => ({ at, by: by ?? "unknown", what }))
        // The history is minutes late; the settings are not.
        const conflict = changes.length > 0 ? changes : settings.map(asChange(context))
        if (conflict.length > 0) return yield* new SyncConflict({ changes: conflict })
      }),

    /** If the platform does not answer in time, the push compares. */
    drift: (context: PlanContext, id: number, field: CampaignSetting) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(context, id)
        const changed = yield* settingsChanged(context, campaign, timeLimit)
        const found = changed.find((change) => change.field === field)
        return found === undefined
          ? null
          : `It was changed in the ad platform since: ${describeOutsideChange(found, context.clearance.organization.currency)}. Accept that with {campaigns.accept_changes} first.`
      })
  }
})
