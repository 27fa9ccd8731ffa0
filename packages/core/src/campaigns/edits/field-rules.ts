import { quoteValue } from "../../changes/sentence.ts"
import { type FieldProblem, type ServiceError, ValidationError } from "../../contract/index.ts"
import { type Campaign, isInPlatform } from "../campaign.ts"

/* The platform's rules for a campaign's settings, checked before anything is stored. */

/** Daily budgets are whole units of the organization's currency. */
export const wholeBudget = (budget: number): number => Math.round(budget)

/** The bidding strategies that accept a target CPA. */
const withTargetCpa: ReadonlySet<string> = new Set(["MAXIMIZE_CONVERSIONS", "TARGET_CPA"])

/** Whether a strategy has a target CPA on the campaign itself. One that was not read yet counts. */
export const takesTargetCpa = (strategy: string | null): boolean =>
  strategy === null || withTargetCpa.has(strategy)

/** For example "MANUAL_CPC" → "manual CPC". */
const strategyName = (strategy: string): string =>
  strategy
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\b(cpc|cpm|cpa|cpv|roas)\b/g, (word) => word.toUpperCase())

/**
 * Returns why a campaign cannot have a target CPA, as the end of a sentence, or null. A strategy that was not
 * read yet passes.
 */
export const biddingProblem = ({
  platform_bidding_strategy: strategy
}: Pick<Campaign, "platform_bidding_strategy">): string | null => {
  if (strategy === null || takesTargetCpa(strategy)) return null
  return strategy.startsWith("PORTFOLIO_")
    ? "cannot be set: the campaign bids by a portfolio strategy, which other campaigns may share; change the strategy in the ad platform"
    : `cannot be set: the campaign's bidding strategy (${strategyName(strategy)}) takes no target CPA; switch it to maximize conversions or target CPA in the ad platform first`
}

/**
 * Returns the smallest amount of a currency, by ISO 4217: 0.01 for USD, 1 for JPY. Amounts here have at most
 * two decimals, so a currency with three, or an unknown code, counts as one with two.
 *
 * @example smallestUnit("JPY") // 1
 */
export const smallestUnit = (currency: string): number => {
  const unit = units.get(currency) ?? computeUnit(currency)
  units.set(currency, unit)
  return unit
}
/** Creating a format takes long, and there are few currencies. */
const units = new Map<string, number>()
const computeUnit = (currency: string): number => {
  if (!/^[A-Z]{3}$/.test(currency)) return 0.01
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  return maximumFractionDigits >= 2 ? 0.01 : 10 ** -maximumFractionDigits
}

/** Returns why an amount cannot be sent in a currency, as the end of a sentence, or null. */
export const amountProblem = (amount: number, currency: string): string | null => {
  const unit = smallestUnit(currency)
  const units = amount / unit
  if (Math.abs(units - Math.round(units)) < 1e-6) return null
  const [below, above] = [Math.floor(units) * unit, Math.ceil(units) * unit]
  const nearest = below > 0 ? `${below} or ${above}` : String(above)
  return `${amount} is not an amount in ${currency}, whose smallest unit is ${unit}; send ${nearest}`
}

/**
 * Returns why a campaign cannot have a name, as the end of a sentence, or null. `owner` describes the
 * campaign that has it.
 */
export const nameProblem = (name: string, owner: string | null): string | null =>
  owner === null ? null : `${quoteValue(name)} is already the name of ${owner}; choose another name`

interface WantedValue {
  readonly campaign: Campaign
  readonly field: "name" | "budget" | "target_cpa"
  readonly to: string | number | null
  readonly currency: string
  /** The other campaign of the ad account that has the name, as a message describes it. */
  readonly nameOwner: string | null
}

const shared = "is shared with other campaigns in the ad platform, which would move too; change it there"

const problemOf = ({ campaign, currency, field, nameOwner, to }: WantedValue): string | null => {
  switch (field) {
    case "name":
      return nameProblem(String(to), nameOwner)
    case "budget":
      return campaign.platform_budget_shared ? shared : null
    case "target_cpa":
      return (
        (isInPlatform(campaign) ? biddingProblem(campaign) : null) ??
        (typeof to === "number" ? amountProblem(to, currency) : null)
      )
  }
}

/** Returns why a setting of a campaign cannot take the requested value, or null. */
export const fieldProblem = (wanted: WantedValue): ServiceError | null => {
  const message = problemOf(wanted)
  const problem: FieldProblem | null = message === null ? null : { path: wanted.field, message }
  return problem === null ? null : new ValidationError({ fields: [problem] })
}
