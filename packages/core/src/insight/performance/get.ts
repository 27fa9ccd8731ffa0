import { Clock, Effect } from "effect"
import { campaignFilter, performanceFigures, readLatestDay } from "../../campaigns/index.ts"
import { plusDays, ValidationError } from "../../contract/index.ts"
import { handler } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { performanceSummary, rowFigures, sumAll, zeroSums } from "../amounts.ts"
import { fillMissingDays, weeksOf } from "./days.ts"
import { comparePeriods, comparisonPeriod, dataUntil, periodOf } from "./period.ts"

const yesterday = Effect.map(Clock.currentTimeMillis, (now) =>
  plusDays(new Date(now).toISOString().slice(0, 10), -1)
)

export const getPerformance = handler(
  "performance.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { byCampaign, byDay, inTotal } = yield* performanceFigures
    return Effect.fnUntraced(function* ({ organization }, input) {
      const { campaign: slug, compare: compared, group_by } = input
      const campaign = yield* campaignFilter(statements, organization, slug)
      const [last] = yield* statements.read(readLatestDay(organization.id))
      const latest = last?.latest ?? null
      const period = periodOf(input, latest ?? (yield* yesterday))
      if ("path" in period) return yield* new ValidationError({ fields: [period] })
      const query = { organization: organization.id, campaign, period }
      const previous = comparisonPeriod(period, latest)
      const [groups, before] = yield* Effect.all(
        [
          group_by === "campaign" ? byCampaign(query) : byDay(query),
          compared && previous !== null ? inTotal({ ...query, period: previous }) : Effect.succeed(zeroSums)
        ],
        { concurrency: 2 }
      )
      const sums = sumAll(groups)
      const data_until = dataUntil(period, latest)
      const common = {
        period,
        data_until,
        summary: {
          ...performanceSummary(sums),
          ...(compared ? { vs_previous: comparePeriods(sums, before) } : {})
        }
      }
      if (group_by === "campaign") {
        return { ...common, by_campaign: groups.map((group) => ({ slug: group.name, ...rowFigures(group) })) }
      }
      const days = fillMissingDays(period, new Map(groups.map((group) => [group.name, group])))
      if (group_by === "day") {
        return { ...common, by_day: days.map(([date, day]) => ({ date, ...rowFigures(day) })) }
      }
      const by_week = weeksOf(days, data_until).map(({ monday, partial, sums }) => ({
        week_start: monday,
        ...rowFigures(sums),
        ...(partial ? { partial: true as const } : {})
      }))
      return { ...common, by_week }
    })
  })
)
