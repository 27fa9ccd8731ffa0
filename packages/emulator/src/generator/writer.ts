import type { Database } from "../state/database.ts"
import type { Day } from "../state/dates.ts"
import type { CampaignDay, TrafficSourceDay } from "./day.ts"
import { combine } from "./random.ts"
import type { Terms } from "./terms.ts"

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
export class FactWriter {
  readonly #fact
  readonly #late
  readonly #campaignDay
  readonly #label
  readonly #terms: Terms

  constructor({ sql }: Database, terms: Terms) {
    this.#fact = sql.prepare("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    this.#late = sql.prepare("INSERT INTO late_conversion VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    this.#campaignDay = sql.prepare("INSERT INTO campaign_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    this.#label = sql.prepare("INSERT OR IGNORE INTO label VALUES (?, ?, ?, ?)")
    this.#terms = terms
  }

  write(at: WrittenDay, budget: BudgetOfDay, outcome: CampaignDay): void {
    for (const source of outcome.sources) this.#writeSource(at, source)
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
