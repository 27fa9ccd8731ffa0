import { type Exclusion, makeBlocker, type PaidTerm } from "../../campaigns/index.ts"
import { amountOf, roundConversions, totalBy } from "../amounts.ts"
import { moneyFormatter } from "../markdown/format.ts"
import { pluralize } from "../markdown/text.ts"
import type { NewRecommendation } from "../recommendations/save.ts"
import { type SavingBasis, savingOf } from "../savings/estimate.ts"

export interface BrandLeakView {
  readonly currency: string
  /** The keywords of the account's live brand campaigns. */
  readonly brand: ReadonlyArray<string>
  readonly terms: ReadonlyArray<PaidTerm>
  readonly negatives: ReadonlyArray<Exclusion>
  /** The campaign's cost in the same 30 days. */
  readonly spent_micros: number
}

/**
 * Finds brand searches that another live campaign paid for, although the brand campaign gets them for less.
 * Exact matches only: a longer search with the brand's name may belong to this campaign.
 */
export const brandLeak = ({
  brand,
  currency,
  negatives,
  spent_micros,
  terms
}: BrandLeakView): NewRecommendation | null => {
  const isBrand = makeBlocker(brand.map((text) => ({ text, match: "phrase" as const })))
  const isExcluded = makeBlocker(negatives)
  const leaking = terms
    .filter(({ cost_micros, term }) => cost_micros > 0 && isBrand(term) && !isExcluded(term))
    .toSorted((a, b) => b.cost_micros - a.cost_micros || a.term.localeCompare(b.term))
  const [first, ...more] = leaking.map(({ term }) => ({
    op: "add_negative_keyword" as const,
    text: term,
    match: "exact" as const
  }))
  if (first === undefined) return null
  const cost = totalBy(leaking, ({ cost_micros }) => cost_micros)
  const saves: SavingBasis = {
    spent_micros,
    stops: leaking.map(({ conversions, cost_micros, term }) => ({
      search: term,
      micros: cost_micros,
      conversions
    }))
  }
  return {
    type: "brand_leak",
    summary: `Leave ${pluralize(leaking.length, "search term")} of the brand, which cost ${moneyFormatter(currency)(amountOf(cost))} here in 30 days, to the brand campaign`,
    saving: savingOf(saves),
    saves,
    findings: leaking.map(({ conversions, cost_micros, term }) => ({
      term,
      cost_30d: amountOf(cost_micros),
      conversions_30d: roundConversions(conversions)
    })),
    operations: [first, ...more]
  }
}
