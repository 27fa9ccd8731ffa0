import { Clock, Effect } from "effect"
import { campaignFilter } from "../../campaigns/index.ts"
import { plusDays, ValidationError } from "../../contract/index.ts"
import { handler } from "../../request/handler.ts"
import { Statements, type StatementsShape, statement } from "../../storage/index.ts"
import { add, figuresOf, noSums, type Sums, summaryOf } from "../amounts.ts"
import { compare } from "./compare.ts"
import { everyDay, weeksOf } from "./days.ts"
import { figures } from "./figures.ts"
import { comparedWith, dataUntil, periodOf } from "./period.ts"

const latestDay = statement("select max(date) as latest from campaign_days where organization_id = $1")

/** The organization's latest day with data; null where nothing was counted yet. */
const readLatest = (statements: StatementsShape, organization: number) =>
  Effect.map(
    statements.query<{ latest: string | null }>(latestDay, [organization]),
    ([row]) => row?.latest ?? null
  )

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
      const campaign = yield* campaignFilter(statements, organization, slug)
      const latest = yield* readLatest(statements, organization.id)
      const period = periodOf(input, latest ?? (yield* yesterday))
      if ("path" in period) return yield* new ValidationError({ fields: [period] })
      const asked = { organization: organization.id, campaign, period }
      const previous = comparedWith(period, latest)
      const [groups, before] = yield* Effect.all(
        [
          group_by === "campaign" ? byCampaign(asked) : byDay(asked),
          compared && previous !== null ? inAll({ ...asked, period: previous }) : Effect.succeed(noSums)
        ],
        { concurrency: 2 }
      )
      const sums = groups.reduce<Sums>(add, noSums)
      const data_until = dataUntil(period, latest)
      const about = {
        period,
        data_until,
        summary: { ...summaryOf(sums), ...(compared ? { vs_previous: compare(sums, before) } : {}) }
      }
      if (group_by === "campaign") {
        return { ...about, by_campaign: groups.map((group) => ({ slug: group.name, ...figuresOf(group) })) }
      }
      const days = everyDay(period, new Map(groups.map((group) => [group.name, group])))
      if (group_by === "day") {
        return { ...about, by_day: days.map(([date, day]) => ({ date, ...figuresOf(day) })) }
      }
      const by_week = weeksOf(days, data_until).map(({ monday, partial, sums }) => ({
        week_start: monday,
        ...figuresOf(sums),
        ...(partial ? { partial: true as const } : {})
      }))
      return { ...about, by_week }
    })
  })
)
