import { text } from "../protocol/json.ts"
import { canServe } from "../state/billing.ts"
import { type Day, dayOf, localDay } from "../state/clock.ts"
import type { Database, Meta } from "../state/database.ts"
import type { Resource, Store } from "../state/store.ts"
import {
  type Allowance,
  type CampaignDay,
  costOf,
  type DayDemand,
  drawDemand,
  settleDay,
  settleGreedily,
  type TrafficSourceDay
} from "./day.ts"
import type { Markets, Terms } from "./markets.ts"
import { dailyPacing, type Pacing, totalPacing } from "./pacing.ts"
import { combine, hashText } from "./random.ts"
import { mostBillable } from "./spending-limits.ts"
import type { TrafficSetting, TrafficSettings } from "./traffic-settings.ts"
import { structureOf, type TrafficSource, trafficSourcesOf, wholeTrafficOf } from "./traffic-sources.ts"

interface WrittenDay {
  readonly customerId: number
  readonly campaignId: number
  readonly day: Day
  /** The account's current day. Conversions that are reported later are stored as late. */
  readonly today: Day
}

interface BudgetOfDay {
  readonly budgetId: number
  readonly budgetMicros: number
}

/** Writes one day of a campaign to the database. */
class FactWriter {
  readonly #fact
  readonly #late
  readonly #lag
  readonly #campaignDay
  readonly #label
  readonly #terms: Terms

  constructor({ sql }: Database, terms: Terms) {
    this.#fact = sql.prepare("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    this.#late = sql.prepare("INSERT INTO late_conversion VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    this.#lag = sql.prepare("INSERT INTO conversion_lag VALUES (?, ?, ?, ?, ?, ?)")
    this.#campaignDay = sql.prepare("INSERT INTO campaign_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    this.#label = sql.prepare("INSERT OR IGNORE INTO label VALUES (?, ?, ?, ?)")
    this.#terms = terms
  }

  write(at: WrittenDay, budget: BudgetOfDay, outcome: CampaignDay): void {
    for (const source of outcome.sources) this.#writeSource(at, source)
    this.#writeLags(at, outcome)
    const { costMicros, impressions, lostToBudget, lostToRank } = outcome
    this.#campaignDay.run(
      at.customerId,
      at.campaignId,
      at.day,
      budget.budgetId,
      budget.budgetMicros,
      costMicros,
      impressions,
      lostToBudget,
      lostToRank
    )
  }

  label(customerId: number, campaignId: number, term: string, label: string): void {
    this.#label.run(customerId, campaignId, this.#terms.idOf(term), label)
  }

  #writeLags({ campaignId, customerId, day }: WrittenDay, { sources }: CampaignDay): void {
    const conversions = sources.flatMap((source) => source.conversions)
    for (const [lag, some] of Map.groupBy(conversions, (conversion) => conversion.lag)) {
      const value = some.reduce((sum, conversion) => sum + conversion.value, 0)
      this.#lag.run(customerId, campaignId, day, lag, some.length, value)
    }
  }

  #writeSource({ customerId, campaignId, day, today }: WrittenDay, result: TrafficSourceDay): void {
    if (result.impressions === 0) return
    const { adGroupId, criterionId, adIds, hidden, term } = result.source
    const termId = hidden ? 0 : this.#terms.idOf(term.text)
    const adId = adIds[(combine(criterionId, day + termId) >>> 0) % adIds.length]!
    let conversions = 0
    let value = 0
    for (const conversion of result.conversions) {
      const reportedOn = day + conversion.lag
      if (reportedOn <= today) {
        conversions++
        value += conversion.value
      } else {
        this.#late.run(
          customerId,
          reportedOn,
          campaignId,
          day,
          adGroupId,
          criterionId,
          termId,
          1,
          conversion.value
        )
      }
    }
    this.#fact.run(
      customerId,
      campaignId,
      day,
      adGroupId,
      criterionId,
      termId,
      adId,
      result.impressions,
      result.clicks,
      result.costMicros,
      conversions,
      value
    )
  }
}

interface DaySettlementParts {
  readonly database: Database
  readonly store: Store
  readonly meta: Meta
  readonly markets: Markets
  readonly trafficSettings: TrafficSettings
  readonly terms: Terms
  readonly seed: number
}

interface RunningCampaign {
  readonly campaign: Resource
  readonly campaignId: number
  readonly key: number
  readonly trafficSources: readonly TrafficSource[]
  readonly valuePerConversion: number
  readonly settingOn: (day: Day) => TrafficSetting
}

const defaultValuePerConversion = 180

/**
 * Settles a day's traffic once the day is over, with the account's state at that time. Every read and every
 * write first settles the days that are due. A write therefore takes effect from its own day on.
 */
export class DaySettlement {
  readonly #parts: DaySettlementParts
  readonly #writer: FactWriter

  constructor(parts: DaySettlementParts) {
    this.#parts = parts
    this.#writer = new FactWriter(parts.database, parts.terms)
  }

  /** Starts an account's traffic: its first day is today. */
  open(customer: Resource, now: Date): void {
    const today = localDay(now, text(customer.body, "timeZone"))
    this.#parts.meta.set(`closed/${customer.customerId}`, String(today - 1))
  }

  settleUpTo(customer: Resource, now: Date): void {
    const { meta, database } = this.#parts
    const key = `closed/${customer.customerId}`
    const today = localDay(now, text(customer.body, "timeZone"))
    const closed = Number(meta.get(key) ?? today - 1)
    if (closed >= today - 1) return
    database.atomically(() => {
      this.#reportLate(Number(customer.customerId), today)
      for (const runningCampaigns of this.#groups(customer))
        this.#settle(customer, runningCampaigns, closed + 1, today)
      meta.set(key, String(today - 1))
    })
  }

  /** Groups campaigns by budget, because campaigns with a shared budget are settled together. */
  #groups(customer: Resource): Iterable<readonly RunningCampaign[]> {
    const { store, markets, seed, trafficSettings } = this.#parts
    const groups = new Map<string, RunningCampaign[]>()
    if (!canServe(customer, store)) return []
    const structure = structureOf(store, customer.customerId)
    for (const campaign of store.list(customer.customerId, "campaign")) {
      if (text(campaign.body, "status") !== "ENABLED") continue
      const campaignId = Number(text(campaign.body, "id"))
      const market = markets.of(campaign.name)
      const key = combine(combine(seed, hashText(customer.customerId)), campaignId % 0x7fffffff)
      const isSearch = text(campaign.body, "advertisingChannelType") === "SEARCH"
      const trafficSources = isSearch
        ? trafficSourcesOf(campaign, structure, market, key)
        : wholeTrafficOf(campaign, structure, market, key)
      for (const { term } of trafficSources) {
        if (term.label) this.#writer.label(Number(customer.customerId), campaignId, term.text, term.label)
      }
      const budget = text(campaign.body, "campaignBudget")
      const valuePerConversion = market?.valuePerConversion ?? defaultValuePerConversion
      const settingOn = trafficSettings.of(campaign.name)
      const runningCampaign = { campaign, campaignId, key, trafficSources, valuePerConversion, settingOn }
      groups.set(budget, [...(groups.get(budget) ?? []), runningCampaign])
    }
    return groups.values()
  }

  #settle(customer: Resource, runningCampaigns: readonly RunningCampaign[], from: Day, today: Day): void {
    const budget = this.#parts.store.get(text(runningCampaigns[0]!.campaign.body, "campaignBudget"))
    if (!budget) return
    const budgetId = Number(text(budget.body, "id"))
    const budgetMicros = Number(text(budget.body, "amountMicros") || text(budget.body, "totalAmountMicros"))
    const customerId = Number(customer.customerId)
    const pacing = this.#pacing(customerId, budget, runningCampaigns[0]!, from)
    for (let day = from; day < today; day++) {
      const running = runningCampaigns.filter(({ campaign }) => runsOn(campaign, day))
      const demands = running.map(({ key, settingOn, trafficSources, valuePerConversion }) =>
        drawDemand(trafficSources, key, day, valuePerConversion, settingOn(day).demand)
      )
      const isGreedy = running.some(({ settingOn }) => settingOn(day).greedy)
      const outcomes = isGreedy
        ? this.#settleGreedily(budget, running, demands, day)
        : settleTogether(running, demands, pacing.allowance(day))
      for (const [index, outcome] of outcomes.entries()) {
        const at = { customerId, campaignId: running[index]!.campaignId, day, today }
        this.#writer.write(at, { budgetId, budgetMicros }, outcome)
      }
      const spent = outcomes.reduce((sum, { costMicros }) => sum + costMicros, 0)
      if (running.length > 0) pacing.spent(day, spent)
    }
  }

  /** Bills as much as Google's rules allow, in equal parts to the greedy campaigns of the budget. */
  #settleGreedily(
    budget: Resource,
    running: readonly RunningCampaign[],
    demands: readonly DayDemand[],
    day: Day
  ): readonly CampaignDay[] {
    const billable = mostBillable(this.#parts.database, budget, day)
    const greedy = running.filter(({ settingOn }) => settingOn(day).greedy)
    return running.map(({ settingOn }, index) =>
      settleGreedily(demands[index]!, settingOn(day).greedy ? billable / greedy.length : 0)
    )
  }

  #pacing(customerId: number, { body }: Resource, first: RunningCampaign, from: Day): Pacing {
    const budgetId = Number(text(body, "id"))
    if (text(body, "period") !== "CUSTOM_PERIOD") {
      const past = this.#spending(customerId, budgetId, from)
      return dailyPacing(first.key, Number(text(body, "amountMicros")), past)
    }
    const spent = this.#parts.database.sql
      .prepare("SELECT sum(cost_micros) AS cost FROM campaign_day WHERE customer_id = ? AND budget_id = ?")
      .get(customerId, budgetId)
    const total = Number(text(body, "totalAmountMicros"))
    return totalPacing(first.key, total, Number(spent?.["cost"] ?? 0), first.campaign.body)
  }

  #spending(customerId: number, budgetId: number, before: Day) {
    const rows = this.#parts.database.sql
      .prepare(
        `SELECT day, max(budget_micros) AS budget, sum(cost_micros) AS cost FROM campaign_day
         WHERE customer_id = ? AND budget_id = ? AND day BETWEEN ? AND ? GROUP BY day ORDER BY day`
      )
      .all(customerId, budgetId, before - 32, before - 1)
    return rows.map((row) => ({
      day: Number(row["day"]),
      budgetMicros: Number(row["budget"]),
      costMicros: Number(row["cost"])
    }))
  }

  /** Adds late conversions whose reporting day has come. */
  #reportLate(customerId: number, today: Day): void {
    const { sql } = this.#parts.database
    const update = sql.prepare(
      `UPDATE fact SET conversions = conversions + ?, value = value + ? WHERE customer_id = ? AND campaign_id = ?
       AND day = ? AND ad_group_id = ? AND criterion_id = ? AND term_id = ?`
    )
    const due = sql.prepare("SELECT * FROM late_conversion WHERE customer_id = ? AND reported_on <= ?")
    for (const row of due.all(customerId, today)) {
      update.run(
        row["conversions"]!,
        row["value"]!,
        customerId,
        row["campaign_id"]!,
        row["day"]!,
        row["ad_group_id"]!,
        row["criterion_id"]!,
        row["term_id"]!
      )
    }
    sql
      .prepare("DELETE FROM late_conversion WHERE customer_id = ? AND reported_on <= ?")
      .run(customerId, today)
  }
}

/** Divides the day's allowance of a budget by the demand of its campaigns. */
const settleTogether = (
  running: readonly RunningCampaign[],
  demands: readonly DayDemand[],
  { capMicros, targetMicros }: Allowance
): readonly CampaignDay[] => {
  const demandedMicros = demands.reduce((sum, { clicks }) => sum + costOf(clicks), 0)
  return running.map(({ key }, index) => {
    const demand = demands[index]!
    const share = running.length === 1 || demandedMicros === 0 ? 1 : costOf(demand.clicks) / demandedMicros
    return settleDay(demand, { targetMicros: targetMicros * share, capMicros: capMicros * share }, key)
  })
}

const runsOn = ({ body }: Resource, day: Day): boolean => {
  const start = text(body, "startDateTime")
  const end = text(body, "endDateTime")
  return (start === "" || dayOf(start) <= day) && (end === "" || dayOf(end) >= day)
}
