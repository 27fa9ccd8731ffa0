import { type Body, text } from "../protocol/json.ts"
import { localDateTime } from "../state/clock.ts"
import { biddingTypes, checkTargets, schemeOf } from "./bidding.ts"
import { type Context, type Rules, removed } from "./context.ts"

const checkName = (body: Body, self: string, context: Context): void => {
  if (!context.require(body, "name", "name")) return
  const name = text(body, "name")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what the platform refuses
  if (/[\u0000\n\r]/.test(name)) {
    context.complain(
      { campaignError: "INVALID_CAMPAIGN_NAME" },
      "The campaign name is invalid.",
      "name",
      name
    )
  }
  if (name.length > 256) context.complain({ stringLengthError: "TOO_LONG" }, "Too long.", "name", name)
  context.checkUniqueName(
    context.live("campaign", self),
    name,
    { campaignError: "DUPLICATE_CAMPAIGN_NAME" },
    "The name is already being used by another campaign."
  )
}

const checkBudget = (body: Body, self: string, context: Context): void => {
  const budget = context.reference(body, "campaignBudget", "campaign_budget", "campaign_budget")
  if (budget.body["explicitlyShared"] === true) {
    if (body["maximizeConversions"] !== undefined || body["maximizeConversionValue"] !== undefined) {
      context.complain(
        { biddingError: "BIDDING_STRATEGY_TYPE_INCOMPATIBLE_WITH_SHARED_BUDGET" },
        "The bidding strategy type is incompatible with shared budget.",
        "campaign_budget",
        budget.name
      )
    }
    return
  }
  for (const other of context.live("campaign", self)) {
    if (text(other.body, "campaignBudget") === budget.name) {
      context.complain(
        { campaignBudgetError: "CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS" },
        "Cannot use an implicitly shared campaign budget with multiple campaigns.",
        "campaign_budget",
        budget.name
      )
      return
    }
  }
}

const checkBidding = (body: Body, context: Context): void => {
  if (body["biddingStrategy"] !== undefined) {
    context.reference(body, "biddingStrategy", "bidding_strategy", "bidding_strategy")
  } else if (!schemeOf(body)) {
    context.complain(
      { fieldError: "REQUIRED" },
      "The required field was not present.",
      "campaign_bidding_strategy"
    )
  }
  checkTargets(body, context)
}

const checkNetworks = (body: Body, context: Context): void => {
  const networks = body["networkSettings"] as Body | undefined
  if (networks?.["targetSearchNetwork"] === true && networks["targetGoogleSearch"] !== true) {
    context.complain(
      { campaignError: "CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH" },
      "Cannot target search network without targeting Google search.",
      "network_settings.target_search_network"
    )
  }
}

const isDeclared = (body: Body): boolean =>
  /^(DOES_NOT_)?CONTAIN/.test(text(body, "containsEuPoliticalAdvertising"))

/**
 * Rejects campaign mutates while a campaign of the account lacks its declaration, except mutates that
 * declare.
 */
const checkDeclarations = (self: string, context: Context): void => {
  for (const other of context.live("campaign", self)) {
    if (!isDeclared(other.body)) {
      context.complain(
        { mutateError: "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED" },
        "The account has campaigns without a declaration on political advertising in the European Union.",
        "",
        other.name
      )
      return
    }
  }
}

const withBiddingType = (body: Body): Body => ({
  ...body,
  biddingStrategyType: biddingTypes[schemeOf(body) ?? ""] ?? "UNKNOWN"
})

/**
 * Only SEARCH campaigns serve. DISPLAY campaigns have settings only, because real accounts contain other
 * campaigns.
 */
const channels: ReadonlySet<string> = new Set(["SEARCH", "DISPLAY"])

export const campaignRules: Rules = {
  create: (given, context) => {
    const id = context.newId()
    const startOfToday = `${localDateTime(context.now, text(context.customer.body, "timeZone")).slice(0, 10)} 00:00:00`
    if (context.require(given, "advertisingChannelType", "advertising_channel_type")) {
      if (!channels.has(text(given, "advertisingChannelType"))) {
        context.complain(
          { campaignError: "ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE" },
          "The emulator accepts campaigns on the SEARCH and DISPLAY channels only.",
          "advertising_channel_type"
        )
      }
    }
    if (!isDeclared(given)) context.require({}, "", "contains_eu_political_advertising")
    if (given["status"] === "REMOVED") {
      context.complain(
        { operationAccessDeniedError: "CREATE_AS_REMOVED_NOT_PERMITTED" },
        "Cannot create an entity as removed.",
        "status"
      )
    }
    if (text(given, "startDateTime") !== "" && text(given, "startDateTime") < startOfToday) {
      context.complain(
        { dateRangeError: "CANNOT_SET_DATE_TO_PAST" },
        "Cannot set date to past.",
        "start_date_time",
        text(given, "startDateTime")
      )
    }
    checkName(given, "", context)
    checkBidding(given, context)
    checkNetworks(given, context)
    checkBudget(given, "", context)
    checkDeclarations("", context)
    return withBiddingType({
      status: "ENABLED",
      startDateTime: startOfToday,
      endDateTime: "2037-12-30 23:59:59",
      networkSettings: { targetGoogleSearch: true, targetSearchNetwork: true, targetContentNetwork: false },
      adServingOptimizationStatus: "OPTIMIZE",
      ...given,
      resourceName: context.name("campaign", id),
      id,
      servingStatus: "SERVING",
      experimentType: "BASE"
    })
  },
  update: (before, after, mask, context) => {
    const self = text(before, "resourceName")
    if (after["status"] === "REMOVED") {
      context.complain(
        { campaignError: "INVALID_STATUS_CHANGE" },
        "A campaign is removed by a remove operation.",
        "status"
      )
    }
    checkName(after, self, context)
    checkBidding(after, context)
    checkNetworks(after, context)
    checkBudget(after, self, context)
    if (!mask.includes("contains_eu_political_advertising")) {
      checkDeclarations(isDeclared(after) ? self : "", context)
    }
    return withBiddingType(after)
  },
  remove: (before, context) => {
    checkDeclarations(text(before, "resourceName"), context)
    return { ...removed(before), servingStatus: "ENDED" }
  }
}
