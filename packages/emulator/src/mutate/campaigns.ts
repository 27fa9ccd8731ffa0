import { type Body, list, text } from "../protocol/json.ts"
import { channelOf, channels } from "../state/channels.ts"
import { dayOf, isRealDate, localDateTime } from "../state/clock.ts"
import { biddingTypes, checkTargets, schemeOf } from "./bidding.ts"
import { checkExistence, checkUpdate } from "./channels.ts"
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
  if (budget.body["period"] === "CUSTOM_PERIOD") checkTotalBudget(body, context)
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

const defaultEnd = "2037-12-30 23:59:59"

/** A total budget is spent until the campaign's end, which it therefore needs. */
const checkTotalBudget = (body: Body, context: Context): void => {
  const { totalBudgetDays } = channelOf(body)
  const end = text(body, "endDateTime")
  if (totalBudgetDays === undefined) {
    context.complain(
      { campaignBudgetError: "INVALID_PERIOD" },
      "The period of the budget is not allowed.",
      "campaign_budget",
      text(body, "campaignBudget")
    )
  } else if (end === "" || end === defaultEnd) {
    context.complain(
      { campaignError: "END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET" },
      "Campaigns with total budgets must have end date/time specified.",
      "end_date_time"
    )
  } else if (dayOf(end) - dayOf(text(body, "startDateTime")) + 1 > totalBudgetDays) {
    context.complain(
      { campaignError: "DURATION_TOO_LONG_FOR_TOTAL_BUDGET" },
      "Duration too long for total budget.",
      "end_date_time",
      end
    )
  }
}

/** A campaign keeps to one kind of budget. */
const checkPeriod = (before: Body, after: Body, context: Context): void => {
  const periodOf = (body: Body) => context.draft.get(text(body, "campaignBudget"))?.body["period"]
  if (periodOf(before) === periodOf(after)) return
  context.complain(
    { campaignError: "CANNOT_CHANGE_BUDGET_PERIOD" },
    "A budget with a different period cannot be assigned to the campaign.",
    "campaign_budget",
    text(after, "campaignBudget")
  )
}

const now = (context: Context): string => localDateTime(context.now, text(context.customer.body, "timeZone"))
const startOfToday = (context: Context): string => `${now(context).slice(0, 10)} 00:00:00`

/** Checks a campaign's dates. `before` is undefined for a new campaign. */
const checkDates = (before: Body | undefined, after: Body, context: Context): void => {
  for (const [camel, snake] of [
    ["startDateTime", "start_date_time"],
    ["endDateTime", "end_date_time"]
  ] as const) {
    const date = text(after, camel)
    if (date === text(before, camel)) continue
    if (!/ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(date) || !isRealDate(date.slice(0, -9))) {
      context.stop(
        { dateError: "INVALID_STRING_DATE_TIME_SECONDS" },
        "The string date's format should be yyyy-MM-dd HH:mm:ss.",
        snake,
        date
      )
    }
    const earliest = camel === "startDateTime" ? startOfToday(context) : now(context)
    if (date < earliest) {
      context.complain({ dateRangeError: "CANNOT_SET_DATE_TO_PAST" }, "Cannot set date to past.", snake, date)
    }
    if (camel === "startDateTime" && before && text(before, camel) <= now(context)) {
      context.complain(
        { campaignError: "CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED" },
        "Trying to change start date on a campaign that has started.",
        snake,
        date
      )
    }
  }
  if (text(after, "startDateTime") > text(after, "endDateTime")) {
    context.complain(
      { dateRangeError: "START_DATE_AFTER_END_DATE" },
      "The start date was after the end date.",
      "end_date_time",
      text(after, "endDateTime")
    )
  }
}

const checkSettings = (body: Body, context: Context): void => {
  const { setting } = channelOf(body)
  if (setting && body[setting[0]] === undefined) {
    context.complain(
      { campaignError: setting[1] },
      `A ${setting[0] === "hotelSetting" ? "hotel" : "shopping"} setting is required for this campaign.`
    )
  }
  const optedIn = (type: string) =>
    list(body, "assetAutomationSettings").some(
      (one) =>
        text(one as Body, "assetAutomationType") === type &&
        text(one as Body, "assetAutomationStatus") === "OPTED_IN"
    )
  if (optedIn("FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION") && !optedIn("TEXT_ASSET_AUTOMATION")) {
    context.complain(
      { campaignError: "DYNAMIC_TEXT_ASSET_CANNOT_OPT_OUT_WITH_FINAL_URL_EXPANSION_OPT_IN" },
      "Dynamic text asset cannot be opted out when final URL expansion is opted in.",
      "asset_automation_settings"
    )
  }
  const aiMax = body["aiMaxSetting"] as Body | undefined
  const supported = /^(SEARCH|SHOPPING)$/.test(text(body, "advertisingChannelType"))
  if (aiMax?.["enableAiMax"] === true && !supported) {
    context.complain(
      { campaignError: "INCOMPATIBLE_CAMPAIGN_FIELD" },
      "AI Max is supported in Search and Shopping campaigns.",
      "ai_max_setting.enable_ai_max"
    )
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

/** The texts that Google writes by itself: on by default in Performance Max, off in Search. */
const textAutomation = ["TEXT_ASSET_AUTOMATION", "FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION"]

const defaultAutomation = (body: Body): Body => {
  const channel = text(body, "advertisingChannelType")
  if (channel !== "PERFORMANCE_MAX" && channel !== "SEARCH") return {}
  const assetAutomationStatus = channel === "SEARCH" ? "OPTED_OUT" : "OPTED_IN"
  return {
    assetAutomationSettings: textAutomation.map((assetAutomationType) => ({
      assetAutomationType,
      assetAutomationStatus
    }))
  }
}

const searchNetworks = {
  networkSettings: { targetGoogleSearch: true, targetSearchNetwork: true, targetContentNetwork: false }
}

export const campaignRules: Rules = {
  create: (given, context) => {
    const id = context.newId()
    const channel = text(given, "advertisingChannelType")
    if (context.require(given, "advertisingChannelType", "advertising_channel_type")) {
      if (channels[channel] === undefined) {
        context.complain(
          { campaignError: "ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE" },
          "The advertising channel type is not available for the customer's account type.",
          "advertising_channel_type",
          channel
        )
      }
    }
    checkExistence(given, context)
    if (!isDeclared(given)) context.require({}, "", "contains_eu_political_advertising")
    if (given["status"] === "REMOVED") {
      context.complain(
        { operationAccessDeniedError: "CREATE_AS_REMOVED_NOT_PERMITTED" },
        "Cannot create an entity as removed.",
        "status"
      )
    }
    const body: Body = {
      status: "ENABLED",
      startDateTime: startOfToday(context),
      endDateTime: defaultEnd,
      ...(channel === "SEARCH" ? searchNetworks : {}),
      adServingOptimizationStatus: "OPTIMIZE",
      ...defaultAutomation(given),
      ...given,
      resourceName: context.name("campaign", id),
      id,
      experimentType: "BASE"
    }
    checkName(body, "", context)
    checkDates(undefined, body, context)
    checkSettings(body, context)
    checkBidding(body, context)
    checkNetworks(body, context)
    checkBudget(body, "", context)
    checkDeclarations("", context)
    return withBiddingType(body)
  },
  update: (before, given, mask, context) => {
    // A cleared end date means without end.
    const after = text(given, "endDateTime") === "" ? { ...given, endDateTime: defaultEnd } : given
    checkUpdate(before, mask, context)
    const self = text(before, "resourceName")
    if (after["status"] === "REMOVED") {
      context.complain(
        { campaignError: "INVALID_STATUS_CHANGE" },
        "A campaign is removed by a remove operation.",
        "status"
      )
    }
    checkName(after, self, context)
    checkDates(before, after, context)
    checkSettings(after, context)
    checkPeriod(before, after, context)
    checkBidding(after, context)
    checkNetworks(after, context)
    checkBudget(after, self, context)
    if (!mask.includes("contains_eu_political_advertising")) {
      checkDeclarations(isDeclared(after) ? self : "", context)
    }
    return withBiddingType(after)
  },
  remove: (before, context) => {
    checkExistence(before, context)
    checkDeclarations(text(before, "resourceName"), context)
    return removed(before)
  }
}
