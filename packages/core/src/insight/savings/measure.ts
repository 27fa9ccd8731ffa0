import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  type BeforeAndAfter,
  makeBlocker,
  readBeforeAndAfter,
  readLastWindowDays
} from "../../campaigns/index.ts"
import { plusDays } from "../../contract/index.ts"
import { makePlanningReader } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { amountOf, totalBy } from "../amounts.ts"
import { detailsColumn, type RecommendationDetails } from "../recommendations/rows.ts"

/** The days after which the result of a recommendation is measured. */
const measurementSpans = [14, 30] as const
type MeasurementSpan = (typeof measurementSpans)[number]

/** The cost of the stopped keywords and searches over some days. */
export interface CostPeriod {
  readonly cost_micros: number
  /** The number of these days on which the campaign served. */
  readonly served: number
}

/**
 * Returns the monthly saving from equal spans before and after, comparable with the estimate. It divides by
 * days with service, so that a pause is no saving. Null if the campaign served on less than half of the days
 * before or after. Negative if the stopped items cost more afterwards.
 */
export const realisedSaving = (
  span: MeasurementSpan,
  before: CostPeriod,
  after: CostPeriod
): number | null => {
  const daily = ({ cost_micros, served }: CostPeriod) => (served * 2 < span ? null : cost_micros / served)
  const [dailyBefore, dailyAfter] = [daily(before), daily(after)]
  return dailyBefore === null || dailyAfter === null ? null : amountOf(30 * (dailyBefore - dailyAfter))
}

/** A recommendation that has been applied for a full span of days with data. */
interface DueMeasurement {
  readonly organization: number
  readonly id: string
  readonly campaign: number
  readonly day: string
  readonly details: unknown
}

/** Returns the stopped items; other operations save nothing by themselves. */
const stoppedItems = ({ operations, saves }: RecommendationDetails) => ({
  keywords: operations.flatMap((one) => (one.op === "pause_keyword" ? [one.keyword] : [])),
  searches: [
    ...operations.flatMap((one) => (one.op === "add_negative_keyword" ? [one] : [])),
    // Searches that switching off AI Max stops.
    ...(saves?.stops ?? []).flatMap((one) =>
      "search" in one && one.through === "ai_max" ? [{ text: one.search, match: "exact" as const }] : []
    )
  ]
})

/** Finds recommendations without a measured saving over this span whose days are complete. */
const dueMeasurements = (span: MeasurementSpan) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const latest = new Map((yield* readLastWindowDays).map((row) => [row.organization, row.latest]))
    const unmeasured = yield* sql<DueMeasurement>`
      select organization_id as organization, id, campaign_id as campaign, applied_at::date::text as day, details
      from recommendations
      where status = 'applied' and ${sql(`realised_saving_${span}d`)} is null and applied_at > now() - interval '90 days'
      order by organization_id, id`
    return unmeasured.filter(
      ({ day, organization }) => (latest.get(organization) ?? "") >= plusDays(day, span)
    )
  })

const measureSaving = ({ campaign, day, details, id, organization }: DueMeasurement, span: MeasurementSpan) =>
  Effect.gen(function* () {
    const { keywords, searches } = stoppedItems(detailsColumn.read(details, { organization, id }))
    if (keywords.length + searches.length === 0) return null
    const [[served], paused, terms] = yield* makePlanningReader().read(
      ...readBeforeAndAfter(organization, campaign, day, span, keywords)
    )
    const isExcluded = makeBlocker(searches)
    const stopped = [...paused, ...terms.filter(({ term }) => isExcluded(term))]
    const costPeriod = (side: keyof BeforeAndAfter): CostPeriod => ({
      cost_micros: totalBy<BeforeAndAfter>(stopped, (cost) => cost[side]),
      served: served?.[side] ?? 0
    })
    return realisedSaving(span, costPeriod("before"), costPeriod("after"))
  })

/** Measures the savings of applied recommendations once their days are complete. */
export const measureSavings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let measuredCount = 0
  for (const span of measurementSpans) {
    for (const one of yield* dueMeasurements(span)) {
      const saving = yield* measureSaving(one, span)
      if (saving === null) continue
      // A recommendation that was undone meanwhile has no lasting saving.
      yield* sql`update recommendations set ${sql(`realised_saving_${span}d`)} = ${saving}
        where organization_id = ${one.organization} and id = ${one.id} and status = 'applied'`
      measuredCount += 1
    }
  }
  return { measured: measuredCount }
})

/** In the morning, after the engine's recommendations. */
export const savingsSchedule = registerSchedule({
  name: "savings",
  cron: "10 6 * * *",
  expireInSeconds: 3600,
  run: measureSavings
})
