import { at, type Body, text } from "../protocol/json.ts"
import { type Context, minimumUnitMicros, type Rules, removed } from "./context.ts"

/** The bidding schemes of campaigns, with the strategy type of each. */
export const biddingTypes: Readonly<Record<string, string>> = {
  maximizeConversions: "MAXIMIZE_CONVERSIONS",
  maximizeConversionValue: "MAXIMIZE_CONVERSION_VALUE",
  targetCpa: "TARGET_CPA",
  targetRoas: "TARGET_ROAS",
  targetSpend: "TARGET_SPEND",
  targetImpressionShare: "TARGET_IMPRESSION_SHARE",
  manualCpc: "MANUAL_CPC",
  manualCpa: "MANUAL_CPA",
  manualCpm: "MANUAL_CPM",
  manualCpv: "MANUAL_CPV",
  targetCpm: "TARGET_CPM",
  targetCpc: "TARGET_CPC",
  targetCpv: "TARGET_CPV",
  fixedCpm: "FIXED_CPM",
  percentCpc: "PERCENT_CPC",
  commission: "COMMISSION"
}

export const schemeOf = (body: Body): string | undefined =>
  Object.keys(biddingTypes).find((scheme) => body[scheme] !== undefined)

/** Checks the target CPA amounts of a campaign or a portfolio strategy. */
export const checkTargets = (body: Body, context: Context): void => {
  for (const [scheme, snake] of [
    ["maximizeConversions", "maximize_conversions"],
    ["targetCpa", "target_cpa"]
  ] as const) {
    const target = at(body, [scheme, "targetCpaMicros"])
    if (target === undefined) continue
    const field = `${snake}.target_cpa_micros`
    const amount = BigInt(String(target))
    if (amount <= 0n) context.complain({ rangeError: "TOO_LOW" }, "Too low.", field, String(target))
    else if (amount % minimumUnitMicros(context) !== 0n) {
      context.complain(
        { biddingError: "BID_TOO_MANY_FRACTIONAL_DIGITS" },
        "The bid must be a multiple of the minimum unit of the currency.",
        field,
        String(target)
      )
    }
  }
}

const checkName = (body: Body, self: string, context: Context): void => {
  if (!context.require(body, "name", "name")) return
  const name = text(body, "name")
  context.checkUniqueName(
    context.live("bidding_strategy", self),
    name,
    { biddingStrategyError: "DUPLICATE_NAME" },
    "Each bidding strategy must have a unique name."
  )
}

/** Rules of portfolio strategies, which campaigns share. */
export const biddingStrategyRules: Rules = {
  create: (given, context) => {
    const id = context.newId()
    const scheme = schemeOf(given)
    if (!scheme) context.complain({ fieldError: "REQUIRED" }, "The required field was not present.", "scheme")
    checkName(given, "", context)
    checkTargets(given, context)
    return {
      ...given,
      resourceName: context.name("bidding_strategy", id),
      id,
      status: "ENABLED",
      type: biddingTypes[scheme ?? ""] ?? "UNKNOWN"
    }
  },
  update: (before, after, _mask, context) => {
    checkName(after, text(before, "resourceName"), context)
    checkTargets(after, context)
    if (schemeOf(before) !== schemeOf(after)) {
      context.complain(
        { biddingStrategyError: "CANNOT_CHANGE_BIDDING_STRATEGY_TYPE" },
        "Bidding strategy type is immutable.",
        "scheme"
      )
    }
    return after
  },
  remove: (before, context) => {
    context.checkUnused(
      "campaign",
      "biddingStrategy",
      before,
      { biddingStrategyError: "CANNOT_REMOVE_ASSOCIATED_STRATEGY" },
      "Can only remove bidding strategies not linked to any active or paused campaigns."
    )
    return removed(before)
  }
}
