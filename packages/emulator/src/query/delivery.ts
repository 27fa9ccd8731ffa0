import { type Body, text } from "../protocol/json.ts"
import { canServe } from "../state/billing.ts"
import { channelOf } from "../state/channels.ts"
import type { Kind } from "../state/kinds.ts"
import { isDisapproved, type Resource, type Resources } from "../state/store.ts"

interface DeliveryParts {
  readonly resources: Resources
  readonly customer: Resource
  /** The account's local date and time. */
  readonly now: string
  /** Ids of campaigns that lose a notable share of their impressions to the budget. */
  readonly limitedByBudget: () => ReadonlySet<string>
}

export interface Delivery {
  readonly primaryStatus: string
  readonly primaryStatusReasons?: readonly string[]
  readonly servingStatus: string
}

/** Whether campaigns serve, and why not, from the state of the account. */
export class Deliveries {
  readonly #parts: DeliveryParts
  readonly #groups = new Map<string, ReadonlyMap<string, readonly Resource[]>>()

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  of(campaign: Body): Delivery {
    const ownStatus = statusOf(campaign, this.#parts.now)
    if (ownStatus) return ownStatus
    // Google names no reason for an account that cannot serve.
    if (!canServe(this.#parts.customer, this.#parts.resources)) return delivery("NOT_ELIGIBLE", "SUSPENDED")
    const missing = this.#missing(campaign)
    if (missing !== undefined) return delivery("NOT_ELIGIBLE", "SERVING", missing)
    const limits = [
      ...(this.#parts.limitedByBudget().has(text(campaign, "id")) ? ["BUDGET_CONSTRAINED"] : []),
      ...(this.#ads(campaign).some(isDisapproved) ? ["HAS_ADS_DISAPPROVED"] : [])
    ]
    return delivery(limits.length > 0 ? "LIMITED" : "ELIGIBLE", "SERVING", ...limits)
  }

  /** Returns what a campaign lacks to serve at all. */
  #missing(campaign: Body): string | undefined {
    if (channelOf(campaign).adGroupTypes.length === 0) return undefined
    const adGroups = this.#by("ad_group", "campaign").get(text(campaign, "resourceName")) ?? []
    if (adGroups.length === 0) return "NO_AD_GROUPS"
    if (!adGroups.some(isOn)) return "AD_GROUPS_PAUSED"
    if (campaign["advertisingChannelType"] !== "SEARCH") return undefined
    const ads = this.#ads(campaign)
    if (ads.length === 0) return "NO_AD_GROUP_ADS"
    if (!ads.some(isOn)) return "AD_GROUP_ADS_PAUSED"
    if (ads.filter(isOn).every(isDisapproved)) return "HAS_ADS_DISAPPROVED"
    if ((campaign["aiMaxSetting"] as Body | undefined)?.["enableAiMax"] === true) return undefined
    const keywords = this.#below(campaign, "ad_group_criterion").filter(
      ({ body }) => body["negative"] !== true
    )
    if (keywords.length === 0) return "NO_KEYWORDS"
    return keywords.some(isOn) ? undefined : "KEYWORDS_PAUSED"
  }

  #ads(campaign: Body): readonly Resource[] {
    return this.#below(campaign, "ad_group_ad")
  }

  /** The resources of a campaign's enabled ad groups. */
  #below(campaign: Body, kind: Kind): readonly Resource[] {
    const adGroups = this.#by("ad_group", "campaign").get(text(campaign, "resourceName")) ?? []
    const byAdGroup = this.#by(kind, "adGroup")
    return adGroups.filter(isOn).flatMap(({ name }) => byAdGroup.get(name) ?? [])
  }

  #by(kind: Kind, field: string): ReadonlyMap<string, readonly Resource[]> {
    const known = this.#groups.get(kind)
    if (known) return known
    const live = [...this.#parts.resources.list(this.#parts.customer.customerId, kind)].filter(
      ({ body }) => body["status"] !== "REMOVED"
    )
    const grouped = Map.groupBy(live, ({ body }) => text(body, field))
    this.#groups.set(kind, grouped)
    return grouped
  }
}

const isOn = ({ body }: Resource): boolean => body["status"] === "ENABLED"

const delivery = (
  primaryStatus: string,
  servingStatus: string,
  ...primaryStatusReasons: readonly string[]
): Delivery => ({
  primaryStatus,
  servingStatus,
  ...(primaryStatusReasons.length > 0 ? { primaryStatusReasons } : {})
})

/** Returns the status of a campaign that does not serve by its own settings. */
const statusOf = (campaign: Body, now: string): Delivery | undefined => {
  if (campaign["status"] === "REMOVED") return delivery("REMOVED", "ENDED", "CAMPAIGN_REMOVED")
  const ended = text(campaign, "endDateTime") < now
  const reasons = ended ? ["CAMPAIGN_ENDED"] : []
  if (campaign["status"] === "PAUSED")
    return delivery("PAUSED", ended ? "ENDED" : "SERVING", "CAMPAIGN_PAUSED", ...reasons)
  if (ended) return delivery("ENDED", "ENDED", ...reasons)
  return text(campaign, "startDateTime") > now
    ? delivery("PENDING", "PENDING", "CAMPAIGN_PENDING")
    : undefined
}
