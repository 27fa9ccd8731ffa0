import type { TableFigures, TableRow } from "../campaigns/index.ts"
import { amountOf, roundConversions, shareOf } from "../insight/amounts.ts"
import { percentChange } from "../insight/performance/period.ts"
import { type ShownPeriod, shownPeriod } from "./shown-period.ts"

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
export interface CampaignFiguresRow
  extends RowFigures,
    Pick<
      TableRow,
      "slug" | "name" | "type" | "state" | "platform_state" | "budget" | "platform_budget" | "in_conflict"
    > {
  /** How many changes of it wait for approval. */
  readonly pending: number
  /** The cost of its recent days, oldest first. */
  readonly recent: ReadonlyArray<number>
}

/** A page of the table of campaigns. */
export interface CampaignFiguresPage {
  /** Null if there is no row. */
  readonly shown: ShownPeriod | null
  readonly rows: ReadonlyArray<CampaignFiguresRow>
  /** Of all campaigns of the filter. */
  readonly totals: RowFigures & { readonly budget: number; readonly rows: number }
}

const rowFigures = (figures: TableFigures, isComparable: boolean): RowFigures => ({
  cost: amountOf(figures.cost_micros),
  change: isComparable ? percentChange(figures.cost_micros, figures.before_micros) : null,
  conversions: roundConversions(figures.conversions),
  cpa: figures.conversions > 0 ? amountOf(figures.cost_micros / figures.conversions) : null,
  ctr: figures.impressions > 0 ? shareOf(figures.clicks, figures.impressions) : null
})

const noFigures: TableFigures = {
  cost_micros: 0,
  before_micros: 0,
  clicks: 0,
  impressions: 0,
  conversions: 0
}

/** Computes a page of the table from its rows. */
export const campaignFigures = (
  rows: ReadonlyArray<TableRow>,
  recentDays: number,
  pending: ReadonlyArray<{ readonly campaign: number; readonly pending: number }>,
  today: string
): CampaignFiguresPage => {
  const [first] = rows
  const shown = first === undefined ? null : shownPeriod({ from: first.since, to: first.until }, first, today)
  const isComparable = shown !== null && shown.previous !== null
  const totals = first?.totals ?? { ...noFigures, budget: 0, rows: 0 }
  return {
    shown,
    rows: rows.map(
      ({ budget, id, in_conflict, name, platform_budget, platform_state, slug, state, type, ...row }) => ({
        slug,
        name,
        type,
        state,
        platform_state,
        budget,
        platform_budget,
        in_conflict,
        ...rowFigures(row, isComparable),
        pending: pending.find(({ campaign }) => campaign === id)?.pending ?? 0,
        recent: Array.from({ length: recentDays }, (_, n) =>
          amountOf(row.recent[String(recentDays - 1 - n)] ?? 0)
        )
      })
    ),
    totals: { ...rowFigures(totals, isComparable), budget: totals.budget, rows: totals.rows }
  }
}
