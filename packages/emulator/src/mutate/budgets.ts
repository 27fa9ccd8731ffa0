import { type Body, text } from "../protocol/json.ts"
import { checkBudgetUpdate } from "./channels.ts"
import { type Context, minimumUnitMicros, type Rules, removed } from "./context.ts"

const largestMicros = 1_000_000_000_000_000n

/** Checks that a budget has the amount of its period, and not the other one. */
const checkAmounts = (body: Body, context: Context): void => {
  if (body["period"] !== "CUSTOM_PERIOD") {
    checkAmount(body, "amountMicros", "amount_micros", context)
    if (body["totalAmountMicros"] === undefined) return
    context.complain(
      { campaignBudgetError: "TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY" },
      "Total budget amount must be unset when BudgetPeriod is DAILY.",
      "total_amount_micros"
    )
    return
  }
  checkAmount(body, "totalAmountMicros", "total_amount_micros", context)
  if (body["amountMicros"] !== undefined) {
    context.complain(
      { campaignBudgetError: "BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD" },
      "Budget amount must be unset when BudgetPeriod is CUSTOM.",
      "amount_micros"
    )
  }
  if (body["explicitlyShared"] === true) {
    context.complain(
      { campaignBudgetError: "CAMPAIGN_BUDGET_CANNOT_BE_SHARED" },
      "The campaign budget cannot be shared.",
      "explicitly_shared"
    )
  }
  if (body["deliveryMethod"] === "ACCELERATED") {
    context.complain(
      { campaignBudgetError: "CANNOT_USE_ACCELERATED_DELIVERY_MODE" },
      "Cannot use accelerated delivery method on this budget.",
      "delivery_method"
    )
  }
}

const checkAmount = (body: Body, camel: string, at: string, context: Context): void => {
  if (!context.require(body, camel, at)) return
  const amount = BigInt(text(body, camel))
  const trigger = amount.toString()
  const unit = minimumUnitMicros(context)
  if (amount < 0n) {
    context.complain(
      { campaignBudgetError: "NEGATIVE_MONEY_AMOUNT" },
      "The budget amount must be greater than or equal to zero.",
      at,
      trigger
    )
  } else if (amount < unit) {
    context.complain(
      { campaignBudgetError: "MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC" },
      "A money amount was less than the minimum CPC for currency.",
      at,
      trigger
    )
  } else if (amount % unit !== 0n) {
    context.complain(
      { campaignBudgetError: "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT" },
      "A money amount was not a multiple of a minimum unit.",
      at,
      trigger
    )
  } else if (amount > largestMicros) {
    context.complain(
      { campaignBudgetError: "MONEY_AMOUNT_TOO_LARGE" },
      "A money amount was greater than the maximum allowed.",
      at,
      trigger
    )
  }
}

const checkName = (body: Body, self: string, context: Context): void => {
  const name = text(body, "name")
  if (body["explicitlyShared"] === true && !context.require(body, "name", "name")) return
  if (name.length > 255) context.complain({ stringLengthError: "TOO_LONG" }, "Too long.", "name", name)
  if (name === "") return
  context.checkUniqueName(
    context.live("campaign_budget", self),
    name,
    { campaignBudgetError: "DUPLICATE_NAME" },
    "A campaign budget with this name already exists."
  )
}

export const budgetRules: Rules = {
  create: (given, context) => {
    const id = context.newId()
    // Google's default: a budget is shared.
    const body: Body = {
      ...given,
      resourceName: context.name("campaign_budget", id),
      id,
      explicitlyShared: given["explicitlyShared"] ?? true,
      status: "ENABLED",
      deliveryMethod: given["deliveryMethod"] ?? "STANDARD",
      period: given["period"] ?? "DAILY"
    }
    checkAmounts(body, context)
    checkName(body, "", context)
    return body["name"] === undefined ? { ...body, name: `Budget #${id}` } : body
  },
  update: (before, after, mask, context) => {
    checkBudgetUpdate(before, context)
    checkAmounts(after, context)
    checkName(after, text(before, "resourceName"), context)
    if (before["explicitlyShared"] === true && after["explicitlyShared"] !== true) {
      context.complain(
        { campaignBudgetError: "CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED" },
        "Cannot update an explicitly shared budget to an implicitly shared budget.",
        "explicitly_shared"
      )
    }
    if (mask.includes("name") && after["explicitlyShared"] !== true) {
      context.complain(
        { campaignBudgetError: "CANNOT_MODIFY_FIELD_OF_IMPLICITLY_SHARED_CAMPAIGN_BUDGET" },
        "Cannot modify a field of an implicitly shared campaign budget.",
        "name"
      )
    }
    return after
  },
  remove: (before, context) => {
    context.checkUnused(
      "campaign",
      "campaignBudget",
      before,
      { campaignBudgetError: "CAMPAIGN_BUDGET_IN_USE" },
      "The requested campaign budget is in use and cannot be removed."
    )
    return removed(before)
  }
}
