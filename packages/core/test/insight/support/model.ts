import { plusDays } from "../../../src/contract/index.ts"

/** A row of a search term's day, as the platform reports it. */
export type DayRow = {
  readonly campaign_id: number
  readonly ad_id: number
  readonly term: string
  readonly date: string
  readonly impressions: number
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  readonly conversions_value: number
  /** 1: through AI Max; -1: unknown. */
  readonly by_ai_max: number
}

export interface Expected {
  readonly campaign: number
  readonly term: string
  readonly clicks: number
  readonly cost_micros: number
  readonly conversions: number
  readonly match_source: string | null
}

interface Pulled {
  readonly from: string
  readonly to: string
}

const sourceOf = (kinds: ReadonlySet<number>): string | null => {
  if (kinds.has(-1)) return null
  return kinds.has(0) && kinds.has(1) ? "both" : kinds.has(1) ? "ai_max" : "keyword"
}

/** A simple model of search terms: a list of rows, summed on request. */
export class Model {
  rows: ReadonlyArray<DayRow> = []
  /** Days with data, with their account. */
  days: ReadonlyArray<{ readonly account: string; readonly date: string }> = []

  pull(
    account: string,
    campaigns: ReadonlyArray<number>,
    { from, to }: Pulled,
    days: ReadonlyArray<string>,
    rows: ReadonlyArray<DayRow>
  ): void {
    const within = (date: string) => date >= from && date <= to
    this.days = [
      ...this.days.filter((day) => day.account !== account || !within(day.date)),
      ...days.map((date) => ({ account, date }))
    ]
    this.rows = [
      ...this.rows.filter((row) => !campaigns.includes(row.campaign_id) || !within(row.date)),
      ...rows
    ]
  }

  window(days: number, campaign: number | null, leastCost: number): ReadonlyArray<Expected> {
    const latest = latestOf(this)
    if (latest === null) return []
    const inWindow = this.rows.filter(
      ({ campaign_id, date }) =>
        date > plusDays(latest, -days) && date <= latest && (campaign === null || campaign === campaign_id)
    )
    const groups = Map.groupBy(inWindow, ({ campaign_id, term }) => `${campaign_id} ${term}`)
    const sum = (rows: ReadonlyArray<DayRow>, of: "clicks" | "cost_micros" | "conversions") =>
      rows.reduce((total, row) => total + row[of], 0)
    return [...groups.values()]
      .map((rows) => ({
        campaign: rows[0]!.campaign_id,
        term: rows[0]!.term,
        clicks: sum(rows, "clicks"),
        cost_micros: sum(rows, "cost_micros"),
        conversions: sum(rows, "conversions"),
        match_source: sourceOf(new Set(rows.map(({ by_ai_max }) => by_ai_max)))
      }))
      .filter(({ cost_micros }) => cost_micros >= leastCost)
  }
}

export const latestOf = ({ days }: Model): string | null =>
  days.reduce<string | null>((latest, { date }) => (latest === null || date > latest ? date : latest), null)
