import { Clock, Effect } from "effect"
import { readOrganization } from "../../access/organizations.ts"
import { readSurfaces } from "../../audit/surfaces.ts"
import {
  type CampaignCriterion,
  type CampaignRow,
  type CampaignServing,
  type ComparedTerm,
  type DayFigures,
  decodeTargeting,
  readAllKeywords,
  readAllNegatives,
  readCampaignDays,
  readCampaignSlugs,
  readCampaigns,
  readComparedTerms,
  readDataDays,
  readExternalChanges,
  readLiveSearchCampaigns,
  readServing,
  type StoredExternalChange,
  slugFinder
} from "../../campaigns/index.ts"
import { type ReportedAction, readExecutedActions } from "../../log/action-log.ts"
import { type ReadyProfile, readyProfile } from "../../organizations/index.ts"
import { readTimeZones } from "../../platform/account-rows.ts"
import { bindStatement, inTransaction, makePlanningReader, runSql, statement } from "../../storage/index.ts"
import { readDailyRuns } from "../daily/runs.ts"
import type { RecommendationType } from "../recommendations/labels.ts"
import { type EstimateAccuracy, readAccuracy } from "../savings/accuracy.ts"
import type { SavingBasis } from "../savings/estimate.ts"
import { isInPeriod, todayIn, type Windows, withComparableDays } from "./periods.ts"

/* The raw data of documents: one snapshot of the organization, without computed values. */

export interface SourceCampaign
  extends Pick<CampaignRow, "slug" | "name" | "type" | "state" | "budget" | "target_cpa"> {
  readonly places: ReadonlyArray<string>
}

export interface SourceAction extends Omit<ReportedAction, "campaign" | "request_id"> {
  readonly campaign: string | null
  /** The surface of the request, if the audit trail still has it. */
  readonly surface: string | null
}

interface SourceRecommendation {
  readonly id: string
  readonly type: RecommendationType
  readonly campaign: string
  /** Null if it was renewed since. */
  readonly summary: string | null
  readonly saving: number | null
  /** The basis of the saving, if it is known. */
  readonly saves: SavingBasis | null
}

/** A recommendation that was applied in the period, with its result. */
interface SourceAppliedRecommendation extends Omit<SourceRecommendation, "id"> {
  readonly status: "applied" | "undone"
  readonly at: string
  readonly realised_14d: number | null
  readonly realised_30d: number | null
}

/** A change of a campaign that may explain its figures, by us or by others. */
export interface SourceEvent {
  readonly at: string
  readonly campaign: string | null
  readonly what: string
  readonly who: string | null
  readonly outside: boolean
}

export interface Source {
  readonly organization: { readonly name: string; readonly currency: string }
  readonly windows: Windows
  /** The first and the latest day with figures, or null without any. */
  readonly first: string | null
  readonly latest: string | null
  readonly campaigns: ReadonlyArray<SourceCampaign>
  readonly days: ReadonlyArray<DayFigures>
  /** The most expensive ones; there may be more. */
  readonly terms: ReadonlyArray<ComparedTerm>
  readonly terms_total: number
  /** The newest of the period; there may be more. */
  readonly actions: ReadonlyArray<SourceAction>
  readonly actions_total: number
  /** The newest changes that others made in the ad platform; there may be more. */
  readonly outside: ReadonlyArray<
    Omit<StoredExternalChange, "campaign" | "id"> & { readonly campaign: string | null }
  >
  readonly outside_total: number
  /** The standing changes since the comparison period began, newest first. */
  readonly events: ReadonlyArray<SourceEvent>
  /** Whether a later report of the type exists: its recommendations are those of the end of the period. */
  readonly past: boolean
  /** Those with the largest saving; there may be more. */
  readonly pending: ReadonlyArray<SourceRecommendation>
  readonly pending_total: number
  /** Whether the detectors run on every live search campaign each day. */
  readonly checked_daily: boolean
  readonly applied: ReadonlyArray<SourceAppliedRecommendation>
  /** Of all recommendations that were applied until the end of the period. */
  readonly accuracy: ReadonlyArray<EstimateAccuracy & { readonly type: RecommendationType }>
  readonly profile: Pick<ReadyProfile, "brand_name" | "competitors" | "trust_signals"> | null
  readonly keywords: ReadonlyArray<CampaignCriterion & { readonly state: "enabled" | "paused" }>
  /** How the platform judges the live campaigns at the last sync. */
  readonly serving: ReadonlyArray<CampaignServing>
  readonly negatives: ReadonlyArray<CampaignCriterion & { readonly campaignState: CampaignRow["state"] }>
}

/** A recommendation with the id of its campaign instead of the slug. */
type WithCampaignId<Row> = Omit<Row, "campaign"> & { readonly campaign: number }

/** The number of all rows, also of those that are left out. */
interface Counted {
  readonly total: number
}
const totalOf = ([first]: ReadonlyArray<Counted>): number => first?.total ?? 0
const withoutTotal = <Row extends Counted>({ total: _, ...row }: Row) => row

/** More rows would not help the reader. */
const maxRecommendations = 200

const pending = statement(`
select id, type, campaign_id as campaign, summary, estimated_monthly_saving as saving, details -> 'saves' as saves,
  count(*) over () as total
from recommendations where organization_id = $1 and status = 'pending'
order by estimated_monthly_saving desc nulls last, created_at desc, id limit ${maxRecommendations}`)

const readPending = (organization: number) =>
  bindStatement<WithCampaignId<SourceRecommendation> & Counted>(pending, [organization])

/**
 * A pending recommendation that was renewed after that day has only its type: the text and the estimate of that
 * time are not known any more.
 */
const pendingAt = statement(`
select id, type, campaign_id as campaign, case when not renewed then summary end as summary,
  case when not renewed then estimated_monthly_saving end as saving,
  case when not renewed then details -> 'saves' end as saves, count(*) over () as total
from (
  select *, status = 'pending' and updated_at >= day as renewed
  from recommendations, lateral (select ($2::date + 1)::timestamp at time zone 'UTC' as day) as l
  where organization_id = $1 and created_at < day
    and (status = 'pending' or coalesce(applied_at, dismissed_at) >= day)
) as waited
order by saving desc nulls last, created_at desc, id limit ${maxRecommendations}`)

const readPendingAt = (organization: number, day: string) =>
  bindStatement<WithCampaignId<SourceRecommendation> & Counted>(pendingAt, [organization, day])

const applied = statement(`
select type, campaign_id as campaign, summary, estimated_monthly_saving as saving, status, applied_at as at,
  realised_saving_14d as realised_14d, realised_saving_30d as realised_30d, details -> 'saves' as saves
from recommendations where organization_id = $1 and status in ('applied', 'undone')
  and applied_at >= $2::date::timestamp at time zone 'UTC'
  and applied_at < ($3::date + 1)::timestamp at time zone 'UTC'
order by applied_at desc, id limit ${maxRecommendations}`)

const readApplied = (organization: number, from: string, to: string) =>
  bindStatement<WithCampaignId<SourceAppliedRecommendation>>(applied, [organization, from, to])

/** Returns the organization's current date. */
export const readToday = (organization: number) =>
  Effect.gen(function* () {
    const zones = yield* runSql(readTimeZones(organization))
    return todayIn(
      zones.map(({ time_zone }) => time_zone),
      yield* Clock.currentTimeMillis
    )
  })

const emptyPeriod = { from: "1900-01-02", to: "1900-01-01" }

interface SourceOptions {
  /** Search terms are many, so they are read only if they are used. */
  readonly terms: boolean
  readonly past: boolean
}

/**
 * Reads all data of a document in one snapshot, so a concurrent sync cannot make its figures inconsistent. It
 * uses its own connection, because it may take long.
 */
export const readSource = (organization: number, windows: Windows, options: SourceOptions) =>
  inTransaction(
    Effect.gen(function* () {
      const { period, since } = windows
      yield* runSql`set transaction isolation level repeatable read, read only`
      const [[found], [data]] = yield* makePlanningReader().read(
        readOrganization(organization),
        readDataDays(organization)
      )
      const compared = withComparableDays(windows, data!)
      const eventsSince = compared.before?.from ?? period.from
      const [
        campaigns,
        slugs,
        days,
        terms,
        actions,
        outside,
        pending,
        applied,
        accuracy,
        keywords,
        negatives,
        serving,
        live,
        runs
      ] = yield* makePlanningReader().read(
        readCampaigns(organization),
        readCampaignSlugs(organization),
        readCampaignDays(organization, since, period.to),
        options.terms
          ? readComparedTerms(organization, period, compared.before ?? emptyPeriod)
          : readComparedTerms(organization, emptyPeriod, emptyPeriod),
        readExecutedActions(organization, eventsSince, period),
        readExternalChanges(organization, eventsSince, period),
        options.past ? readPendingAt(organization, period.to) : readPending(organization),
        readApplied(organization, period.from, period.to),
        readAccuracy(organization, period.to),
        readAllKeywords(organization),
        readAllNegatives(organization),
        readServing(organization),
        readLiveSearchCampaigns(organization),
        readDailyRuns(organization)
      )
      // Connected apps act on behalf of a person, so the surface comes from the audit trail.
      const surfaces = yield* readSurfaces(
        organization,
        actions.filter(({ actor }) => actor === "user")
      )
      const slugOf = slugFinder(slugs)
      const slugOrNull = (campaign: number | null) => (campaign === null ? null : slugOf(campaign))
      const withSlug = <Row extends { readonly campaign: number }>(row: Row) => ({
        ...row,
        campaign: slugOf(row.campaign)
      })
      const inPeriod = ({ at }: { readonly at: string }) => isInPeriod(period, at.slice(0, 10))
      type Changed = { readonly at: string; readonly campaign: number | null }
      const event = ({ at, campaign }: Changed, what: string, who: string | null, outside: boolean) => ({
        at,
        campaign: slugOrNull(campaign),
        what,
        who,
        outside
      })
      const checked = new Set(runs.flatMap(({ campaign, recent }) => (recent ? [campaign] : [])))
      const source: Source = {
        organization: { name: found!.name, currency: found!.currency },
        windows: compared,
        first: data!.first,
        latest: data!.latest,
        campaigns: campaigns.map((row) => ({
          ...row,
          places: decodeTargeting(row).locations.map(({ name }) => name)
        })),
        days,
        terms: terms.map(withoutTotal),
        terms_total: totalOf(terms),
        actions: actions.filter(inPeriod).map(({ campaign, request_id, total: _, ...action }) => ({
          ...action,
          campaign: slugOrNull(campaign),
          surface: surfaces.get(request_id) ?? null
        })),
        actions_total: totalOf(actions),
        outside: outside
          .filter(inPeriod)
          .map(({ at, by, campaign, what }) => ({ at, by, campaign: slugOrNull(campaign), what })),
        outside_total: totalOf(outside),
        events: [
          ...actions
            .filter(({ undone }) => !undone)
            .map(({ detail, user, ...one }) => event(one, detail, user, false)),
          ...outside.map(({ by, what, ...one }) => event(one, what, by, true))
        ].toSorted((a, b) => b.at.localeCompare(a.at)),
        past: options.past,
        pending: pending.map(withoutTotal).map(withSlug),
        pending_total: totalOf(pending),
        checked_daily: live.length > 0 && live.every(({ id }) => checked.has(id)),
        applied: applied.map(withSlug),
        accuracy,
        profile: yield* readyProfile(organization),
        keywords,
        serving,
        negatives: negatives.filter(({ ofAd }) => !ofAd)
      }
      return source
    })
  )
