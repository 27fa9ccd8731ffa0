import { Clock, Effect } from "effect"
import { readOrganization } from "../../../access/organizations.ts"
import { readSurfaces } from "../../../audit/surfaces.ts"
import {
  decodeTargeting,
  readAllKeywords,
  readAllNegatives,
  readCampaignDays,
  readCampaignSlugs,
  readCampaigns,
  readComparedTerms,
  readDataDays,
  readExternalChanges,
  readServing,
  slugFinder
} from "../../../campaigns/index.ts"
import { readExecutedActions } from "../../../log/action-log.ts"
import { readyProfile } from "../../../organizations/index.ts"
import { readTimeZones } from "../../../platform/account-rows.ts"
import { inTransaction, makePlanningReader, runSql } from "../../../storage/index.ts"
import { readAccuracy } from "../../savings/accuracy.ts"
import {
  isInPeriod,
  lastPeriod,
  type ReportType,
  type ReportWindows,
  todayIn,
  withComparableDays
} from "../periods.ts"
import { readApplied, readPending, readPendingAt } from "./recommendations.ts"
import type { ReportSource } from "./source.ts"

const withoutTotal = <Row extends { readonly total: number }>({ total: _, ...row }: Row) => row

/** Returns the organization's current date. */
export const readToday = (organization: number) =>
  Effect.gen(function* () {
    const zones = yield* runSql(readTimeZones(organization))
    return todayIn(
      zones.map(({ time_zone }) => time_zone),
      yield* Clock.currentTimeMillis
    )
  })

interface SourceOptions {
  /** Search terms are many, so they are read only if they are used. */
  readonly terms: boolean
  readonly past: boolean
}

/**
 * Reads all data of a document in one snapshot, so a concurrent sync cannot make its figures inconsistent. It
 * uses its own connection, because it may take long.
 */
export const readSource = (
  organization: number,
  windows: ReportWindows,
  { past, terms: needsTerms }: SourceOptions
) =>
  Effect.gen(function* () {
    const { period, since } = windows
    return yield* inTransaction(
      Effect.gen(function* () {
        yield* runSql`set transaction isolation level repeatable read, read only`
        const [[found], [day]] = yield* makePlanningReader().read(
          readOrganization(organization),
          readDataDays(organization)
        )
        const { currency, name } = found!
        const data = day!
        const compared = withComparableDays(windows, data)
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
          serving
        ] = yield* makePlanningReader().read(
          readCampaigns(organization),
          readCampaignSlugs(organization),
          readCampaignDays(organization, since, period.to),
          needsTerms
            ? readComparedTerms(organization, period, compared.before ?? emptyPeriod)
            : readComparedTerms(organization, emptyPeriod, emptyPeriod),
          readExecutedActions(organization, eventsSince, period),
          readExternalChanges(organization, eventsSince, period),
          past ? readPendingAt(organization, period.to) : readPending(organization),
          readApplied(organization, period.from, period.to),
          readAccuracy(organization, period.to),
          readAllKeywords(organization),
          readAllNegatives(organization),
          readServing(organization)
        )
        // Connected apps act on behalf of a person, so the surface comes from the audit trail.
        const surfaces = yield* readSurfaces(
          organization,
          actions.filter(({ actor }) => actor === "user")
        )
        const slugOf = slugFinder(slugs)
        const inPeriod = ({ at }: { readonly at: string }) => isInPeriod(period, at.slice(0, 10))
        const slugOrNull = (campaign: number | null) => (campaign === null ? null : slugOf(campaign))
        const withSlug = <Row extends { readonly campaign: number }>(row: Row) => ({
          ...row,
          campaign: slugOf(row.campaign)
        })
        const profile = yield* readyProfile(organization)
        const source: ReportSource = {
          organization: { name, currency },
          windows: compared,
          first: data.first,
          latest: data.latest,
          campaigns: campaigns.map((row) => ({
            ...row,
            places: decodeTargeting(row).locations.map(({ name }) => name)
          })),
          days,
          terms: terms.map(withoutTotal),
          terms_total: terms[0]?.total ?? 0,
          actions: actions.filter(inPeriod).map(({ campaign, request_id, total: _, ...action }) => ({
            ...action,
            campaign: slugOrNull(campaign),
            surface: surfaces.get(request_id) ?? null
          })),
          actions_total: actions[0]?.total ?? 0,
          outside: outside
            .filter(inPeriod)
            .map(({ at, by, campaign, what }) => ({ at, by, campaign: slugOrNull(campaign), what })),
          outside_total: outside[0]?.total ?? 0,
          events: [
            ...actions
              .filter(({ undone }) => !undone)
              .map(({ at, campaign, detail, user }) => ({
                at,
                campaign: slugOrNull(campaign),
                what: detail,
                who: user,
                outside: false
              })),
            ...outside.map(({ at, by, campaign, what }) => ({
              at,
              campaign: slugOrNull(campaign),
              what,
              who: by,
              outside: true
            }))
          ].toSorted((a, b) => b.at.localeCompare(a.at)),
          past,
          pending: pending.map(withoutTotal).map(withSlug),
          pending_total: pending[0]?.total ?? 0,
          applied: applied.map(withSlug),
          accuracy,
          profile,
          keywords,
          serving,
          negatives: negatives.filter(({ ofAd }) => !ofAd)
        }
        return source
      })
    )
  })

/** Reads the data of a report. */
export const readReportSource = (organization: number, type: ReportType, windows: ReportWindows) =>
  Effect.flatMap(readToday(organization), (today) =>
    readSource(organization, windows, {
      terms: type !== "performance",
      past: lastPeriod(type, today).to > windows.period.to
    })
  )

const emptyPeriod = { from: "1900-01-02", to: "1900-01-01" }
