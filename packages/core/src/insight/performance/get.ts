import { Clock, Effect } from "effect"
import { campaignFilter } from "../../campaigns/index.ts"
import { plusDays, ValidationError } from "../../contract/index.ts"
import { handler } from "../../pipeline/handler.ts"
import { Statements, type StatementsShape, statement } from "../../storage/index.ts"
import { add, figuresOf, noSums, type Sums, summaryOf } from "../amounts.ts"
import { compare } from "./compare.ts"
import { everyDay, weeksOf } from "./days.ts"
import { figures } from "./figures.ts"
import { periodBefore, periodOf } from "./period.ts"

const latestDay = statement("select max(date) as latest from campaign_days where organization_id = $1")

/** The latest day with data; where nothing was counted yet it would be yesterday. */
const readLatest = (statements: StatementsShape, organization: number) =>
  Effect.gen(function* () {
    const [row] = yield* statements.query<{ latest: string | null }>(latestDay, [organization])
    if (row!.latest !== null) return row!.latest
    const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
    return plusDays(today, -1)
  })

export const getPerformance = handler(
  "performance.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { byCampaign, byDay, inAll } = yield* figures
    return Effect.fnUntraced(function* ({ organization }, input) {
      const { campaign: slug, compare: compared, group_by } = input
      const campaign = yield* campaignFilter(statements, organization, slug)
      // Only a period without an end needs it.
      const latest = input.to ?? (yield* readLatest(statements, organization.id))
      const period = periodOf(input, latest)
      if ("path" in period) return yield* new ValidationError({ fields: [period] })
      const asked = { organization: organization.id, campaign, period }
      const [groups, before] = yield* Effect.all(
        [
          group_by === "campaign" ? byCampaign(asked) : byDay(asked),
          compared ? inAll({ ...asked, period: periodBefore(period) }) : Effect.succeed(null)
        ],
        { concurrency: 2 }
      )
      const sums = groups.reduce<Sums>(add, noSums)
      const summary = {
        ...summaryOf(sums),
        ...(before === null ? {} : { vs_previous: compare(sums, before) })
      }
      if (group_by === "campaign") {
        const by_campaign = groups.map((group) => ({ slug: group.name, ...figuresOf(group) }))
        return { period, summary, by_campaign }
      }
      const days = everyDay(period, new Map(groups.map((group) => [group.name, group])))
      return group_by === "day"
        ? { period, summary, by_day: days.map(([date, day]) => ({ date, ...figuresOf(day) })) }
        : {
            period,
            summary,
            by_week: weeksOf(days).map(([week_start, week]) => ({ week_start, ...figuresOf(week) }))
          }
    })
  })
)
