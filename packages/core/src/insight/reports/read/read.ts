import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect } from "effect"
import { locationsColumn } from "../../../campaigns/index.ts"
import { readyProfile } from "../../../organizations/index.ts"
import { bindStatement, makePlanningReader } from "../../../storage/index.ts"
import { campaignDays } from "../../performance/figures.ts"
import { type ReportType, type ReportWindows, todayIn, withComparableDays } from "../periods.ts"
import type {
  ReportSource,
  SourceAction,
  SourceAppliedRecommendation,
  SourceCampaign,
  SourceDay,
  SourceRecommendation,
  SourceTerm
} from "./source.ts"
import * as statements from "./statements.ts"

interface CampaignRow extends Omit<SourceCampaign, "places"> {
  readonly id: number
  readonly locations: unknown
}

interface OrganizationRow {
  readonly name: string
  readonly currency: string
  readonly latest: string | null
}

type WithTotal<Row> = Row & { readonly total: number }
const withoutTotal = <Row extends { readonly total: number }>({ total: _, ...row }: Row) => row

/** Returns the organization's current date. */
export const readToday = (organization: number) =>
  Effect.gen(function* () {
    const [zones] = yield* makePlanningReader().read(
      bindStatement<{ readonly time_zone: string }>(statements.timeZones, [organization])
    )
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
    const within = [organization, period.from, period.to]
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const [[row]] = yield* makePlanningReader().read(
          bindStatement<OrganizationRow>(statements.organization, [organization])
        )
        const { currency, latest, name } = row!
        const compared = withComparableDays(windows, latest)
        const { before } = compared
        const [campaigns, days, terms, actions, pending, applied, keywords, negatives] =
          yield* makePlanningReader().read(
            bindStatement<CampaignRow>(statements.campaigns, [organization]),
            bindStatement<SourceDay>(campaignDays, [organization, since, period.to]),
            bindStatement<WithTotal<SourceTerm>>(
              statements.terms,
              needsTerms(type)
                ? [...within, before.from, before.to]
                : [organization, ...emptyPeriod, ...emptyPeriod]
            ),
            bindStatement<WithTotal<SourceAction>>(statements.actions, within),
            bindStatement<SourceRecommendation>(statements.pending, [organization]),
            bindStatement<SourceAppliedRecommendation>(statements.applied, within),
            bindStatement<ReportSource["keywords"][number]>(statements.keywords, [organization]),
            bindStatement<ReportSource["negatives"][number]>(statements.negatives, [organization])
          )
        const profile = yield* readyProfile(organization)
        const source: ReportSource = {
          organization: { name, currency },
          windows: compared,
          latest,
          campaigns: campaigns.map(({ id, locations, ...campaign }) => ({
            ...campaign,
            places: locationsColumn.read(locations, { organization, id }).list.map(({ name }) => name)
          })),
          days,
          terms: terms.map(withoutTotal),
          terms_total: terms[0]?.total ?? 0,
          actions: actions.map(withoutTotal),
          actions_total: actions[0]?.total ?? 0,
          pending,
          applied,
          profile,
          keywords,
          negatives
        }
        return source
      })
    )
  })

const emptyPeriod = ["1900-01-02", "1900-01-01"]
