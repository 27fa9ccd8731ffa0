import * as SqlClient from "@effect/sql/SqlClient"
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
  readLatestDay,
  slugFinder
} from "../../../campaigns/index.ts"
import { readExecutedActions } from "../../../changes/action-log.ts"
import { readyProfile } from "../../../organizations/index.ts"
import { readTimeZones } from "../../../platform/account-rows.ts"
import { makePlanningReader, runStatement } from "../../../storage/index.ts"
import { type ReportType, type ReportWindows, todayIn, withComparableDays } from "../periods.ts"
import { readApplied, readPending } from "./recommendations.ts"
import type { ReportSource } from "./source.ts"

const withoutTotal = <Row extends { readonly total: number }>({ total: _, ...row }: Row) => row

/** Returns the organization's current date. */
export const readToday = (organization: number) =>
  Effect.gen(function* () {
    const zones = yield* runStatement(readTimeZones(organization))
    return todayIn(
      zones.map(({ time_zone }) => time_zone),
      yield* Clock.currentTimeMillis
    )
  })

/** A performance report does not use search terms, which are many, so they are not read. */
const needsTerms = (type: ReportType): boolean => type !== "performance"

/**
 * Reads all data of a report in one snapshot, so a concurrent sync cannot make its figures inconsistent. It
 * uses its own connection, because it may take long.
 */
export const readReportSource = (organization: number, type: ReportType, windows: ReportWindows) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { period, since } = windows
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const [[found], [day]] = yield* makePlanningReader().read(
          readOrganization(organization),
          readLatestDay(organization)
        )
        const { currency, name } = found!
        const latest = day?.latest ?? null
        const compared = withComparableDays(windows, latest)
        const [campaigns, slugs, days, terms, actions, pending, applied, keywords, negatives] =
          yield* makePlanningReader().read(
            readCampaigns(organization),
            readCampaignSlugs(organization),
            readCampaignDays(organization, since, period.to),
            needsTerms(type)
              ? readComparedTerms(organization, period, compared.before)
              : readComparedTerms(organization, emptyPeriod, emptyPeriod),
            readExecutedActions(organization, period.from, period.to),
            readPending(organization),
            readApplied(organization, period.from, period.to),
            readAllKeywords(organization),
            readAllNegatives(organization)
          )
        // Connected apps act on behalf of a person, so the surface comes from the audit trail.
        const surfaces = yield* readSurfaces(
          organization,
          actions.filter(({ actor }) => actor === "user")
        )
        const slugOf = slugFinder(slugs)
        const withSlug = <Row extends { readonly campaign: number }>(row: Row) => ({
          ...row,
          campaign: slugOf(row.campaign)
        })
        const profile = yield* readyProfile(organization)
        const source: ReportSource = {
          organization: { name, currency },
          windows: compared,
          latest,
          campaigns: campaigns.map((row) => ({
            ...row,
            places: decodeTargeting(row).locations.map(({ name }) => name)
          })),
          days,
          terms: terms.map(withoutTotal),
          terms_total: terms[0]?.total ?? 0,
          actions: actions.map(({ campaign, request_id, total: _, ...action }) => ({
            ...action,
            campaign: campaign === null ? null : slugOf(campaign),
            surface: surfaces.get(request_id) ?? null
          })),
          actions_total: actions[0]?.total ?? 0,
          pending: pending.map(withSlug),
          applied: applied.map(withSlug),
          profile,
          keywords,
          negatives: negatives.filter(({ ofAd }) => !ofAd)
        }
        return source
      })
    )
  })

const emptyPeriod = { from: "1900-01-02", to: "1900-01-01" }
