import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Context, Effect, Layer } from "effect"
import { readOrganization } from "../access/organizations.ts"
import { readPendingByCampaign } from "../approvals/queued-write.ts"
import { statementRunners } from "../campaigns/figures/sums.ts"
import {
  type CampaignName,
  type DataDays,
  type PeriodDay,
  type RequestedDays,
  readCampaignNames,
  readCampaignTable,
  readExternalChanges,
  readPeriodDays,
  type TableFigures,
  type TableRequest,
  type TableResult,
  type TableRow,
  type TableSummary,
  type TableTotals
} from "../campaigns/index.ts"
import type { Committed } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { daysIn, plusDays } from "../contract/index.ts"
import {
  amountOf,
  performanceSummary,
  roundConversions,
  type Sums,
  shareOf,
  sumAll,
  zeroSums
} from "../insight/amounts.ts"
import { formatLongDay } from "../insight/markdown.ts"
import {
  comparePeriods,
  comparisonOf,
  dataUntil,
  fillMissingDays,
  type Period,
  percentChange,
  periodNote
} from "../insight/performance/period.ts"
import { readExecutedActions } from "../log/action-log.ts"
import { readAccountTimeZones } from "../platform/account-rows.ts"
import { localOf } from "../platform/local-time.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type BoundStatement, Statements } from "../storage/index.ts"

/** The period of a page, and what it is compared with. */
export interface ShownPeriod {
  readonly period: Period
  /** Why the period has no figures; null if it has some. */
  readonly note: string | null
  /** As many days as have data, just before; null if they or the period have no or only some data. */
  readonly previous: Period | null
  /** The first day with data, if that is why nothing is compared. */
  readonly dataBegins: string | null
  /** Whether any day has data. */
  readonly hasData: boolean
}

/** Decides by the rules of the operation `performance.get`, but compares only with days that all have data. */
const shownPeriod = (period: Period, data: DataDays, today: string): ShownPeriod => {
  const comparison = comparisonOf(period, data)
  const isComparable = comparison?.data === "all"
  return {
    period,
    note: periodNote(period, data, today, formatLongDay),
    previous: isComparable ? comparison.period : null,
    dataBegins: comparison === null || isComparable ? null : data.first,
    hasData: data.first !== null
  }
}

/** A day of a chart; its figures are null before the first and after the latest day with data. */
export interface ChartDay {
  readonly date: string
  readonly spend: number | null
  readonly conversions: number | null
}

/** The figures of a period, and of the period before. */
export interface PeriodFigures extends ShownPeriod {
  /** The last day with data of the period; null without data. */
  readonly until: string | null
  readonly now: ShownSummary
  readonly before: ShownSummary | null
  readonly change: ReturnType<typeof comparePeriods>
  readonly days: ReadonlyArray<ChartDay>
  /** The days of the previous period, each in the place of its day in the period. */
  readonly daysBefore: ReadonlyArray<ChartDay>
}

/** A summary without the return on ad spend, which needs the value of conversions. */
type ShownSummary = Omit<ReturnType<typeof performanceSummary>, "roas">

const figuresOf = ({ clicks, conversions, cost_micros, impressions }: PeriodDay) => ({
  clicks,
  conversions,
  cost_micros,
  impressions
})

const summaryOf = (sums: Sums): ShownSummary => {
  const { roas: _, ...shown } = performanceSummary(sums)
  return shown
}

const chartDay = (date: string, sums: Sums, { first, latest }: DataDays): ChartDay =>
  first === null || latest === null || date < first || date > latest
    ? { date, spend: null, conversions: null }
    : { date, spend: amountOf(sums.cost_micros), conversions: roundConversions(sums.conversions) }

/** Computes the figures of a period from its days, by the rules of the operation `performance.get`. */
const periodFigures = (rows: ReadonlyArray<PeriodDay>, today: string): PeriodFigures => {
  const { first, latest, since: from, until: to } = rows[0]!
  const data = { first, latest }
  const shown = shownPeriod({ from, to }, data, today)
  const { period, previous } = shown
  const byDate = new Map(
    rows.flatMap((row) =>
      row.date === null ? [] : [[row.date, { ...zeroSums, ...figuresOf(row) }] as const]
    )
  )
  const daysOf = (days: Period) => fillMissingDays(days, byDate)
  const sumsOf = (days: Period) => sumAll(daysOf(days).map(([, sums]) => sums))
  const now = sumsOf(period)
  const before = previous === null ? null : sumsOf(previous)
  const daysBefore = previous === null ? [] : daysOf(previous)
  return {
    ...shown,
    until: dataUntil(period, latest),
    now: summaryOf(now),
    before: before === null ? null : summaryOf(before),
    change: comparePeriods(now, before ?? sumAll([])),
    days: daysOf(period).map(([date, sums]) => chartDay(date, sums, data)),
    daysBefore: daysBefore.map(([date, sums]) => chartDay(date, sums, data))
  }
}

/** The figures of a row of the table of campaigns. */
export interface RowFigures {
  readonly cost: number
  /** Against as many days before; null if these had no cost, or if some of them have no data. */
  readonly change: string | null
  readonly conversions: number
  /** Null without conversions. */
  readonly cpa: number | null
  /** A share; null without impressions. */
  readonly ctr: number | null
}

/** A campaign in the table. */
export interface CampaignFiguresRow extends RowFigures, Omit<TableRow, "id" | "recent" | keyof TableFigures> {
  /** How many changes of it wait for approval. */
  readonly pending: number
  /** The cost of its recent days, oldest first. */
  readonly recent: ReadonlyArray<number>
}

/** A page of the table of campaigns. */
export interface CampaignFiguresPage extends Pick<TableSummary, "all_budgets" | "channels" | "states"> {
  readonly shown: ShownPeriod
  readonly rows: ReadonlyArray<CampaignFiguresRow>
  /** Of all campaigns of the filter. */
  readonly totals: RowFigures & Omit<TableTotals, keyof TableFigures>
}

/** What budgets commit now, beside the cap. */
export interface CapFigures extends Committed {
  /** Null without a cap. */
  readonly cap: number | null
  /** The part of `daily` that only changes which wait for approval would commit. */
  readonly waiting: number
}

const rowFigures = (figures: TableFigures, isComparable: boolean): RowFigures => ({
  cost: amountOf(figures.cost_micros),
  change: isComparable ? percentChange(figures.cost_micros, figures.before_micros) : null,
  conversions: roundConversions(figures.conversions),
  cpa: figures.conversions > 0 ? amountOf(figures.cost_micros / figures.conversions) : null,
  ctr: figures.impressions > 0 ? shareOf(figures.clicks, figures.impressions) : null
})

/** Computes a page of the table from its rows. */
const campaignFigures = (
  results: ReadonlyArray<TableResult>,
  recentDays: number,
  pending: ReadonlyArray<{ readonly campaign: number; readonly pending: number }>,
  today: string
): CampaignFiguresPage => {
  const { all_budgets, channels, first, latest, since, states, totals, until } = results[0]!
  const shown = shownPeriod({ from: since, to: until }, { first, latest }, today)
  const isComparable = shown.previous !== null
  return {
    shown,
    all_budgets,
    channels,
    states,
    totals: { ...totals, ...rowFigures(totals, isComparable) },
    rows: results.flatMap((row): ReadonlyArray<CampaignFiguresRow> => {
      if (row.id === null) return []
      const recent = Array.from({ length: recentDays }, (_, n) =>
        amountOf(row.recent[String(recentDays - 1 - n)] ?? 0)
      )
      const waiting = pending.find(({ campaign }) => campaign === row.id)?.pending ?? 0
      return [{ ...row, ...rowFigures(row, isComparable), pending: waiting, recent }]
    })
  }
}

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
  const commitments = yield* BudgetCommitments
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
    cap: ({ organization: { id } }: OrganizationClearance) =>
      Effect.map(
        Effect.all(
          [
            statements.read(commitments.read(id, null)),
            statements.read(commitments.readUnreserved(id)),
            statements.read(readOrganization(id))
          ],
          { concurrency: "unbounded" }
        ),
        ([[committed], [unreserved], [organization]]): CapFigures => ({
          ...committed!,
          cap: organization!.max_spend,
          waiting: committed!.daily - unreserved!.daily
        })
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
    /** What budgets commit, by the rule of the cap. */
    readonly cap: (clearance: OrganizationClearance) => Effect.Effect<CapFigures, SqlError>
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
