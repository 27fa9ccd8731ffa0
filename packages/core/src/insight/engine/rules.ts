import {
  type BudgetMonth,
  type Exclusion,
  makeBlocker,
  type PaidTerm,
  type ServedDay,
  type StoredTargeting
} from "../../campaigns/index.ts"
import { capMax, type MoneyRules, perCallRange } from "../../changes/guardrails/money.ts"
import type { ReadyProfile } from "../../organizations/index.ts"
import { chanceOfAtLeast, chanceOfCount } from "../../statistics.ts"
import {
  amountOf,
  costPerConversion,
  microsPerUnit,
  roundConversions,
  type Sums,
  totalBy
} from "../amounts.ts"
import { cpaInterval, extraConversions, missedByBudget } from "../detect/intervals.ts"
import { lowerBudgetCutoffs, raiseBudgetCutoffs, referenceCpa } from "../detect/view.ts"
import { moneyFormatter, pluralize, shortMoneyFormatter } from "../markdown.ts"
import { type Evidence, rangeOf } from "../recommendations/evidence.ts"
import type { NewRecommendation } from "../recommendations/rows.ts"
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

export interface BudgetView {
  readonly currency: string
  /** Daily, in whole units; 0 for none. */
  readonly budget: number
  readonly targetCpa: number | null
  /** Whether its conversions are no longer counted, so that nothing is known about their cost. */
  readonly conversionsStopped: boolean
  /** Days of the last 30 on which it served, latest first. Other days are no evidence. */
  readonly served: ReadonlyArray<ServedDay>
  readonly last30: BudgetMonth
  readonly evidence: Sums
  readonly rules: MoneyRules
}

const budgetRecommendation = (
  currency: string,
  from: number,
  to: number,
  why: string,
  more: { readonly finding?: object; readonly evidence?: Evidence } = {}
): NewRecommendation => ({
  type: "budget",
  summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${shortMoneyFormatter(currency)(from)} to ${shortMoneyFormatter(currency)(to)}: ${why}`,
  saving: null,
  findings: [{ current_budget: from, suggested_budget: to, reason: why, ...more.finding }],
  operations: [{ op: "set_budget", from, to }],
  ...(more.evidence === undefined ? {} : { evidence: more.evidence })
})

/** Returns what a conversion costs if that justifies a raise; else null. */
const evidenceForRaising = ({ evidence, last30, targetCpa }: BudgetView): Evidence | null => {
  const reference = referenceCpa({ targetCpa, evidence })
  const cpa = costPerConversion(last30)
  if (cpa === null || reference === null) return null
  const { before, settled } = last30
  const { confidence } = raiseBudgetCutoffs
  if (targetCpa !== null) {
    const chance = chanceOfCount(settled.conversions, settled.cost_micros / reference)
    return cpa <= reference
      ? {
          measure: "cpa",
          reference: targetCpa,
          of: "target",
          confidence,
          items: [{ text: null, ...settled, chance }]
        }
      : null
  }
  const [now, earlier] = [settled, before].map((sums) => cpaInterval(sums, confidence))
  const chance = chanceOfAtLeast(
    { count: settled.conversions, exposure: settled.cost_micros },
    { count: before.conversions, exposure: before.cost_micros }
  )
  return now!.high < earlier!.low
    ? {
        measure: "cpa",
        reference: amountOf(earlier!.low),
        of: "before",
        confidence,
        items: [{ text: null, ...settled, chance }]
      }
    : null
}

/** The days of a month for which more budget is counted. */
const monthDays = 30

/** Returns what more budget may cost and bring in a month. */
const gainOf = (more: number, { last30 }: BudgetView) => {
  const cost = more * monthDays
  const { high, low } = extraConversions(
    cost * microsPerUnit,
    cpaInterval(last30.settled, raiseBudgetCutoffs.confidence),
    missedByBudget(last30.conversions, last30.lost_to_budget)
  )
  return { extra_cost: cost, extra_conversions_low: low, extra_conversions_high: high }
}

/** Says why the budget should be raised: it runs out, the platform shows less for it, and conversions are worth it. */
const reasonToRaise = (view: BudgetView) => {
  const { budget, conversionsStopped, last30, served } = view
  const spentOut = served.filter(
    ({ ago, cost_micros }) =>
      ago < raiseBudgetCutoffs.of && cost_micros >= raiseBudgetCutoffs.minSpent * budget * microsPerUnit
  )
  // The platform knows that more money would show nothing more.
  if (conversionsStopped || spentOut.length < raiseBudgetCutoffs.days || last30.lost_to_budget === 0)
    return null
  const evidence = evidenceForRaising(view)
  const range = evidence === null ? null : rangeOf(evidence, view.currency)
  const lost =
    last30.lost_to_budget === null
      ? ""
      : ` and lost ${Math.max(1, Math.round(last30.lost_to_budget * 100))}% of its impressions to it`
  return evidence === null || range === null
    ? null
    : {
        evidence,
        why: `it was spent on ${spentOut.length} of the last ${raiseBudgetCutoffs.of} days${lost}; ${range.sentence.replace(/\.$/, "")}`
      }
}

/**
 * Recommends a raise where a profitable budget runs out, or a cut where it is never used. Stays within the
 * per-call limit and the cap.
 */
export const budgetAdvice = (view: BudgetView): NewRecommendation | null => {
  const { budget, currency, rules, served } = view
  const range = perCallRange({ from: budget, launched: true }, rules.changeLimitPercent)
  // Without a daily budget of its own, there is nothing to advise.
  if (range === null || budget === 0) return null
  const others = { ...rules.committed, daily: rules.committed.daily - budget }
  const capLimit = capMax({ from: budget, goesLive: false }, rules.maxSpend, others)
  const reason = reasonToRaise(view)
  if (reason !== null) {
    const { evidence, why } = reason
    const to = Math.min(Math.round(budget * raiseBudgetCutoffs.factor), range.max, capLimit ?? range.max)
    return to > budget
      ? budgetRecommendation(currency, budget, to, why, {
          evidence,
          finding: gainOf(to - budget, view)
        })
      : null
  }
  const days = served.slice(0, lowerBudgetCutoffs.of)
  if (days.length < lowerBudgetCutoffs.of || days[0]!.ago >= lowerBudgetCutoffs.recentDays) return null
  const largest = Math.max(...days.map(({ cost_micros }) => cost_micros)) / microsPerUnit
  if (largest > lowerBudgetCutoffs.maxSpent * budget) return null
  const to = Math.max(Math.ceil(largest * lowerBudgetCutoffs.aboveLargest), range.min)
  return to < budget
    ? budgetRecommendation(
        currency,
        budget,
        to,
        `no day of the last ${lowerBudgetCutoffs.of} on which it served came to more than half of it`
      )
    : null
}

/** The targeted locations of a campaign. */
export interface TargetedArea extends Pick<StoredTargeting, "locations" | "radius"> {
  /** A campaign from the platform without locations targets everywhere; a draft of ours targets nowhere. */
  readonly everywhere: boolean
}

type ProfilePlace = ReadyProfile["places"][number]

/** Normalises a location name of the platform: "seattle,washington,united states". */
const canonical = (name: string): string =>
  name
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .join(",")

const kilometersIn = { miles: 1.609, kilometers: 1 } as const
const earthRadiusKm = 6371

/** Returns the distance between two points in kilometers, by the haversine formula. */
const distance = (a: Point, b: Point): number => {
  const [rad, squaredHalfSine] = [
    (degrees: number) => (degrees * Math.PI) / 180,
    (angle: number) => Math.sin(angle / 2) ** 2
  ]
  const h =
    squaredHalfSine(rad(b.latitude - a.latitude)) +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * squaredHalfSine(rad(b.longitude - a.longitude))
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(h))
}
interface Point {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Whether a campaign targets a location: the location itself, an area that contains it, or a radius around
 * it.
 */
const covers =
  ({ full_name, geo, geo_target, name }: ProfilePlace) =>
  ({ everywhere, locations, radius }: TargetedArea): boolean => {
    const fullName = canonical(full_name ?? name)
    const isInLocation = (location: TargetedArea["locations"][number]) =>
      location.geo_target === geo_target ||
      `,${fullName}`.endsWith(`,${canonical(location.name)}`) ||
      (full_name === null && canonical(location.name).split(",")[0] === fullName)
    const isInRadius =
      radius !== null && geo !== null && distance(geo, radius) <= radius.radius * kilometersIn[radius.unit]
    return everywhere || isInRadius || locations.some(isInLocation)
  }

/** The profile's locations and customers, and the targeted locations of campaigns. */
export interface BusinessView {
  readonly profile: Pick<ReadyProfile, "url" | "places" | "ideal_customer_profiles">
  readonly targetedAreas: ReadonlyArray<TargetedArea>
}

/** Recommends a campaign for each target location that no campaign covers. */
export const locationAdvice = ({ profile, targetedAreas }: BusinessView): ReadonlyArray<NewRecommendation> =>
  profile.places
    // Coverage is unknown for a location without coordinates and geo target.
    .filter(({ geo, geo_target }) => geo_target !== null || geo !== null)
    .filter((place) => !targetedAreas.some(covers(place)))
    .map(({ full_name, name }) => ({
      type: "location",
      discriminator: name,
      summary: `Reach ${full_name ?? name}, where no campaign is shown, with a draft of its own`,
      saving: null,
      findings: [{ location: full_name ?? name }],
      operations: [{ op: "create_draft", type: "location", website: profile.url, location: name }]
    }))

/** Recommends a draft for each customer group of the profile. Saving skips a group that already has one. */
export const customerAdvice = ({ profile }: BusinessView): ReadonlyArray<NewRecommendation> =>
  [...new Set(profile.ideal_customer_profiles)].map((audience) => ({
    type: "icp",
    discriminator: audience,
    summary: `Speak to ${JSON.stringify(audience)} with a draft of their own`,
    saving: null,
    findings: [{ customer_profile: audience }],
    operations: [{ op: "create_draft", type: "icp", website: profile.url, audience }]
  }))
