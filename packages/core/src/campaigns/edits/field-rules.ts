import { quoteValue } from "../../changes/sentence.ts"
import { type FieldProblem, type ServiceError, ValidationError } from "../../contract/index.ts"
import { type Campaign, isInPlatform } from "../campaign.ts"

/* What the ad platform would refuse of a campaign's settings, found by our own rules before anything is stored. */

/** The bidding strategies that take a target CPA. */
const withTargetCpa: ReadonlySet<string> = new Set(["MAXIMIZE_CONVERSIONS", "TARGET_CPA"])

/** "MANUAL_CPC" as people read it: "manual CPC". */
const strategyName = (strategy: string): string =>
  strategy
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\b(cpc|cpm|cpa|cpv|roas)\b/g, (word) => word.toUpperCase())

/** Why a campaign cannot have a target CPA, as the end of a sentence, or null. A strategy not read yet is not judged. */
export const biddingProblem = ({
  platform_bidding_strategy: strategy
}: Pick<Campaign, "platform_bidding_strategy">): string | null => {
  if (strategy === null || withTargetCpa.has(strategy)) return null
  return strategy.startsWith("PORTFOLIO_")
    ? "cannot be set: the campaign bids by a portfolio strategy, which other campaigns may share; change the strategy in the ad platform"
    : `cannot be set: the campaign's bidding strategy (${strategyName(strategy)}) takes no target CPA; switch it to maximize conversions or target CPA in the ad platform first`
}

/**
 * The smallest amount of a currency, by ISO 4217: 0.01 of USD, 1 of JPY. Amounts here have at most two decimals, so a
 * currency with three counts as one with two. A code that is unknown counts as one with two as well.
 *
 * @example smallestUnit("JPY") // 1
 */
export const smallestUnit = (currency: string): number => {
  if (!/^[A-Z]{3}$/.test(currency)) return 0.01
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  return maximumFractionDigits >= 2 ? 0.01 : 10 ** -maximumFractionDigits
}

/** Why an amount cannot be sent in a currency, as the end of a sentence, or null. */
export const amountProblem = (amount: number, currency: string): string | null => {
  const unit = smallestUnit(currency)
  const units = amount / unit
  if (Math.abs(units - Math.round(units)) < 1e-6) return null
  const [below, above] = [Math.floor(units) * unit, Math.ceil(units) * unit]
  const nearest = below > 0 ? `${below} or ${above}` : String(above)
  return `${amount} is not an amount in ${currency}, whose smallest unit is ${unit}; send ${nearest}`
}

/** Why a campaign cannot have a name, as the end of a sentence, or null. `user` describes the campaign that has it. */
export const nameProblem = (name: string, owner: string | null): string | null =>
  owner === null ? null : `${quoteValue(name)} is already the name of ${owner}; choose another name`

interface WantedValue {
  readonly campaign: Campaign
  readonly field: "name" | "budget" | "target_cpa"
  readonly to: string | number | null
  readonly currency: string
  /** The other campaign of the ad account that has the wanted name, as a message calls it. */
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

/** Why a setting of a campaign cannot become what is wanted, or null. */
export const fieldProblem = (wanted: WantedValue): ServiceError | null => {
  const message = problemOf(wanted)
  const problem: FieldProblem | null = message === null ? null : { path: wanted.field, message }
  return problem === null ? null : new ValidationError({ fields: [problem] })
}
