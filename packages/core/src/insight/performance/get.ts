import { Clock, Effect } from "effect"
import { campaignFilter, performanceFigures, readDataDays } from "../../campaigns/index.ts"
import { plusDays, ValidationError } from "../../contract/index.ts"
import { handler } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { performanceSummary, rowFigures, sumAll, zeroSums } from "../amounts.ts"
import { fillMissingDays, weeksOf } from "./days.ts"
import { comparePeriods, comparisonOf, dataUntil, periodNote, periodOf } from "./period.ts"

const today = Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString().slice(0, 10))

export const getPerformance = handler(
  "performance.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { byCampaign, byDay, inTotal } = yield* performanceFigures
    return Effect.fnUntraced(function* ({ organization }, input) {
      const { campaign: slug, compare: compared, group_by } = input
      const campaign = yield* campaignFilter(statements, organization, slug)
      const [found] = yield* statements.read(readDataDays(organization.id))
      const data = found!
      const now = yield* today
      const period = periodOf(input, data.latest ?? plusDays(now, -1))
      if ("path" in period) return yield* new ValidationError({ fields: [period] })
      const query = { organization: organization.id, campaign, period }
      const comparison = compared ? comparisonOf(period, data) : null
      const [groups, before] = yield* Effect.all(
        [
          group_by === "campaign" ? byCampaign(query) : byDay(query),
          comparison === null || comparison.data === "none"
            ? Effect.succeed(zeroSums)
            : inTotal({ ...query, period: comparison.period })
        ],
        { concurrency: 2 }
      )
      const sums = sumAll(groups)
      const note = periodNote(period, data, now)
      const common = {
        period,
        data_from: data.first,
        data_until: dataUntil(period, data.latest),
        ...(compared ? { previous_period: comparison?.period ?? null } : {}),
        ...(note === null ? {} : { note }),
        summary: {
          ...performanceSummary(sums),
          ...(compared
            ? {
                vs_previous: {
                  ...comparePeriods(sums, before),
                  ...(comparison?.data === "some" ? { partial: true as const } : {})
                }
              }
            : {})
        }
      }
      if (group_by === "campaign") {
        return { ...common, by_campaign: groups.map((group) => ({ slug: group.name, ...rowFigures(group) })) }
      }
      const days = fillMissingDays(period, new Map(groups.map((group) => [group.name, group])))
      if (group_by === "day") {
        return { ...common, by_day: days.map(([date, day]) => ({ date, ...rowFigures(day) })) }
      }
      const by_week = weeksOf(days, data).map(({ monday, partial, sums }) => ({
        week_start: monday,
        ...rowFigures(sums),
        ...(partial ? { partial: true as const } : {})
      }))
      return { ...common, by_week }
    })
  })
)
