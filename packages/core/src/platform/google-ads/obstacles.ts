import { Effect, Schema } from "effect"
import type { AdAccount, BillingProblem, DeliveryObstacle } from "../model.ts"
import { collectRows, presentCampaigns, type Search, text } from "./search.ts"

/* What keeps campaigns and whole accounts from being shown, in Google's own judgement. */

/** The reasons that lower delivery, as the end of a sentence, the most certain first. Others say nothing about it. */
const obstacles: Readonly<Record<string, string>> = {
  NO_AD_GROUPS: "it has no ad groups",
  AD_GROUPS_PAUSED: "its ad groups are paused",
  NO_AD_GROUP_ADS: "it has no ads",
  AD_GROUP_ADS_PAUSED: "its ads are paused",
  NO_KEYWORDS: "it has no keywords",
  KEYWORDS_PAUSED: "its keywords are paused",
  NO_ASSET_GROUPS: "it has no asset groups",
  ASSET_GROUPS_PAUSED: "its asset groups are paused",
  CAMPAIGN_PENDING: "its start lies ahead",
  CAMPAIGN_DRAFT: "it is a draft",
  CAMPAIGN_GROUP_PAUSED: "its campaign group is paused",
  CAMPAIGN_GROUP_ALL_GROUP_BUDGETS_ENDED: "the budgets of its campaign group have ended",
  BUDGET_MISCONFIGURED: "its budget is set up wrongly",
  BIDDING_STRATEGY_MISCONFIGURED: "its bidding strategy is set up wrongly",
  CAMPAIGN_NOT_BOOKED: "it is not booked",
  BOOKING_HOLD_EXPIRED: "the hold of its booking has expired",
  BOOKING_CANCELLED: "its booking was cancelled",
  MISSING_LOCATION_TARGETING: "it targets no location",
  NO_MOBILE_APPLICATION_AD_GROUP_CRITERIA: "it targets no app",
  APP_NOT_RELEASED: "its app is not released",
  HAS_ADS_DISAPPROVED: "some of its ads are disapproved",
  HAS_ASSET_GROUPS_DISAPPROVED: "some of its asset groups are disapproved",
  MOST_ADS_UNDER_REVIEW: "most of its ads are under review",
  MOST_ASSET_GROUPS_UNDER_REVIEW: "most of its asset groups are under review",
  HAS_ADS_LIMITED_BY_POLICY: "a policy limits some of its ads",
  HAS_ASSET_GROUPS_LIMITED_BY_POLICY: "a policy limits some of its asset groups",
  SEARCH_VOLUME_LIMITED: "few people search for its keywords",
  BIDDING_STRATEGY_LIMITED: "its bidding strategy limits it",
  BIDDING_STRATEGY_CONSTRAINED: "its bidding strategy is constrained"
}
const disapproved = ["HAS_ADS_DISAPPROVED", "HAS_ASSET_GROUPS_DISAPPROVED"]
const order = Object.keys(obstacles)

/** The most certain obstacle of a campaign's primary status. Disapproved ads that stop it altogether are about the ads. */
export const obstacleOf = (status: string, reasons: ReadonlyArray<string>): DeliveryObstacle | null => {
  if (status === "NOT_ELIGIBLE" && reasons.some((reason) => disapproved.includes(reason)))
    return { about: "ads", text: "its ads are disapproved" }
  const found = order.find((known) => reasons.includes(known))
  return found === undefined ? null : { about: "other", text: obstacles[found]! }
}

const StatusRow = Schema.Struct({
  campaign: Schema.Struct({
    resourceName: Schema.String,
    primaryStatus: text,
    primaryStatusReasons: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
  })
})

/** Reads every present campaign with what keeps it from being shown. */
export const readObstacles = (search: Search, account: AdAccount) =>
  Effect.map(
    collectRows(
      search(
        account,
        `SELECT campaign.resource_name, campaign.primary_status, campaign.primary_status_reasons FROM campaign
         WHERE ${presentCampaigns}`,
        StatusRow
      )
    ),
    (rows) =>
      rows.map(({ campaign: { primaryStatus, primaryStatusReasons, resourceName } }) => ({
        campaign: resourceName,
        obstacle: obstacleOf(primaryStatus, primaryStatusReasons)
      }))
  )

const CustomerRow = Schema.Struct({ customer: Schema.Struct({ status: text }) })
const BillingRow = Schema.Struct({ billingSetup: Schema.Struct({ status: text }) })

const accountProblems: Readonly<Record<string, BillingProblem>> = {
  SUSPENDED: "suspended",
  CANCELED: "closed",
  CLOSED: "closed"
}

/**
 * Reads what keeps the whole account from being served. Not every login may read the billing, and an account that its
 * manager pays for has none of its own: nothing is known then.
 */
export const readBilling = (search: Search, account: AdAccount) =>
  Effect.gen(function* () {
    const [row] = yield* collectRows(search(account, "SELECT customer.status FROM customer", CustomerRow))
    const problem = accountProblems[row?.customer.status ?? ""]
    if (problem !== undefined) return problem
    const setups = yield* Effect.catchTag(
      collectRows(search(account, "SELECT billing_setup.status FROM billing_setup", BillingRow)),
      "PlatformRefused",
      () => Effect.succeed([])
    )
    return setups.length === 0 || setups.some(({ billingSetup }) => billingSetup.status === "APPROVED")
      ? null
      : "no_billing"
  })
