import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Context, Effect, Layer } from "effect"
import { statementRunners } from "../campaigns/figures/statement-runners.ts"
import {
  type CampaignName,
  type RequestedDays,
  readCampaignNames,
  readCampaignTable,
  readExternalChanges,
  readPeriodDays,
  type TableRequest
} from "../campaigns/index.ts"
import { readExecutedActions } from "../changes/action-log.ts"
import { readPendingByCampaign } from "../changes/approvals/queued-write.ts"
import { daysIn, plusDays } from "../contract/index.ts"
import { readAccountTimeZones } from "../platform/account-rows.ts"
import { localOf } from "../platform/local-time.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type BoundStatement, Statements } from "../storage/index.ts"
import { type CampaignFiguresPage, campaignFigures } from "./campaign-figures.ts"
import { type PeriodFigures, periodFigures } from "./period-figures.ts"

/** A change on the time axis of a chart. */
export interface ChartChange {
  /** Its day in the time zone of the ad account, as the figures have it. */
  readonly date: string
  readonly campaign: Pick<CampaignName, "slug" | "name"> | null
  readonly what: string
  /** Who made it, as the log or the ad platform says; null if unknown. */
  readonly by: string | null
  /** Made in the ad platform. */
  readonly outside: boolean
}

/** Aggregating more days may take long, so they use a connection of their own. */
const maxDaysOnSharedConnection = 62
/** Figures may be this many days old: changes are read so far before the period. */
const maxDataAge = 30

const lengthOf = (days: RequestedDays): number =>
  days.from === undefined ? days.days : daysIn(days.from, days.to)

const readToday = Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString().slice(0, 10))

const make = Effect.gen(function* () {
  const statements = yield* Statements
  const { apart } = yield* statementRunners
  const run = <Row extends object>(days: RequestedDays, statement: BoundStatement<Row>) =>
    2 * lengthOf(days) > maxDaysOnSharedConnection
      ? apart<Row>(statement, statement.values)
      : statements.read(statement)

  const changes = Effect.fnUntraced(function* (
    { organization: { id } }: OrganizationClearance,
    days: RequestedDays,
    campaignNames: Effect.Effect<ReadonlyArray<CampaignName>, SqlError>,
    slug: string | null = null
  ) {
    const today = yield* readToday
    // A day more on both sides: the account's days are not those of UTC.
    const from = plusDays(days.from ?? plusDays(today, -days.days - maxDataAge), -1)
    const span = { from, to: plusDays(days.to ?? today, 1) }
    const [campaigns, zones, own, outside] = yield* Effect.all(
      [
        campaignNames,
        statements.read(readAccountTimeZones(id)),
        statements.read(readExecutedActions(id, from, span)),
        statements.read(readExternalChanges(id, from, span))
      ],
      { concurrency: "unbounded" }
    )
    const byId = new Map<number | null, CampaignName>(campaigns.map((one) => [one.id, one]))
    const dayOf = (at: string, account: string | null): string => {
      const { zone } = zones.find((one) => one.id === account) ?? zones[0] ?? { zone: "UTC" }
      return localOf(new Date(at), zone).slice(0, 10)
    }
    return [
      ...own.map((one) => ({ ...one, what: one.detail, by: one.user, outside: false })),
      ...outside.map((one) => ({ ...one, outside: true }))
    ]
      .map(({ at, by, campaign: of, outside, what }): ChartChange => {
        const campaign = byId.get(of) ?? null
        return { date: dayOf(at, campaign?.account ?? null), campaign, what, by, outside }
      })
      .filter(({ campaign }) => slug === null || campaign?.slug === slug)
  })

  return {
    period: (
      { organization: { id } }: OrganizationClearance,
      days: RequestedDays,
      campaign: string | null = null
    ) => Effect.zipWith(run(days, readPeriodDays(id, days, campaign)), readToday, periodFigures),
    campaigns: ({ organization: { id } }: OrganizationClearance, request: TableRequest) =>
      Effect.map(
        Effect.all(
          [
            run(request.days, readCampaignTable(id, request)),
            statements.read(readPendingByCampaign(id)),
            readToday
          ],
          { concurrency: "unbounded" }
        ),
        ([rows, pending, today]) => campaignFigures(rows, request.recentDays, pending, today)
      ),
    changes,
    names: ({ organization: { id } }: OrganizationClearance) => statements.read(readCampaignNames(id))
  }
})

/** Reads figures for pages, each in one round of queries. Every role can see them, as with `performance.get`. */
export class Figures extends Context.Tag("@adwarden/Figures")<
  Figures,
  {
    /** The figures of a period, of all campaigns or of one (by its slug). */
    readonly period: (
      clearance: OrganizationClearance,
      days: RequestedDays,
      campaign?: string | null
    ) => Effect.Effect<PeriodFigures, SqlError>
    /** A page of the table of campaigns. */
    readonly campaigns: (
      clearance: OrganizationClearance,
      request: TableRequest
    ) => Effect.Effect<CampaignFiguresPage, SqlError>
    /** The changes around a period, newest first, of all campaigns or of one: ours, and those made outside. */
    readonly changes: (
      clearance: OrganizationClearance,
      days: RequestedDays,
      campaignNames: Effect.Effect<ReadonlyArray<CampaignName>, SqlError>,
      campaign?: string | null
    ) => Effect.Effect<ReadonlyArray<ChartChange>, SqlError>
    /** The names of all campaigns, for the readers that show them. A page reads them once. */
    readonly names: (clearance: OrganizationClearance) => Effect.Effect<ReadonlyArray<CampaignName>, SqlError>
  }
>() {
  static readonly layer = Layer.effect(Figures, make)
}
