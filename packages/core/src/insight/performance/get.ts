import { Clock, Effect } from "effect"
import { plusDays, ValidationError } from "../../contract/index.ts"
import { handler } from "../../pipeline/handler.ts"
import { Statements, statement } from "../../storage/index.ts"
import { add, figuresOf, noSums, type Sums, summaryOf } from "../amounts.ts"
import { meantCampaign } from "../meant-campaign.ts"
import { compare } from "./compare.ts"
import { everyDay, weeksOf } from "./days.ts"
import { figures } from "./figures.ts"
import { periodBefore, periodOf } from "./period.ts"

const latestDay = statement("select max(date) as latest from campaign_days where organization_id = $1")

/** Where nothing was counted yet the latest day would be yesterday. */
const yesterday = Effect.map(Clock.currentTimeMillis, (now) =>
  plusDays(new Date(now).toISOString().slice(0, 10), -1)
)

export const getPerformance = handler(
  "performance.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { byCampaign, byDay, inAll } = yield* figures
    return Effect.fnUntraced(function* ({ organization }, input) {
      const { campaign: slug, compare: compared, group_by } = input
      const campaign = yield* meantCampaign(statements, organization, slug)
      const [row] = yield* statements.query<{ latest: string | null }>(latestDay, [organization.id])
      const period = periodOf(input, row!.latest ?? (yield* yesterday))
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
