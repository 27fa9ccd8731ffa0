import { shortMoneyFormatter } from "../contract/index.ts"
import { onOrOff } from "../log/sentence.ts"
import type { CampaignSetting } from "../platform/model.ts"
import type { KnownSettings, OutsideChange, SettingValue } from "../platform/outside-changes.ts"
import type { StoredCampaign } from "./campaign.ts"
import { type Conflict, conflictColumn, unpushedFromColumn } from "./stored-json.ts"

/** The columns that say what the platform has because of us. */
interface KnownColumns
  extends Pick<
    StoredCampaign,
    | "id"
    | "name"
    | "budget"
    | "target_cpa"
    | "ai_max"
    | "state"
    | "wanted_state"
    | "unpushed"
    | "last_synced_at"
  > {
  readonly platform_resource_name: StoredCampaign["platform_resource_name"]
  readonly platform_budget_resource_name: string | null
  readonly unpushed_from: unknown
}

/**
 * Returns what the service knows of a campaign's settings in the platform; null if it is not there. A setting that is
 * not confirmed has the values that the row recorded when it was changed. A state is one of two, so it is compared only
 * if nothing waits. Nothing is compared before the first push has confirmed the campaign.
 */
export const knownSettings = (campaign: KnownColumns, organization: number): KnownSettings | null => {
  const { ai_max, budget, id, name, platform_resource_name: ref, target_cpa, unpushed } = campaign
  if (ref === null) return null
  const before = unpushedFromColumn.read(campaign.unpushed_from, { organization, id })
  const state = (campaign.wanted_state ?? campaign.state) === "live" ? "live" : "paused"
  const ours = { name, budget, target_cpa, ai_max, state } as const
  const expectedOf = (field: "name" | "budget" | "target_cpa" | "ai_max") => {
    const known: ReadonlyArray<SettingValue> | undefined = unpushed.includes(field)
      ? before[field]
      : [ours[field]]
    return known === undefined ? {} : { [field]: known }
  }
  return {
    campaign: ref,
    budgetRef: campaign.platform_budget_resource_name,
    ours,
    expected:
      campaign.last_synced_at === null
        ? {}
        : {
            ...expectedOf("name"),
            ...expectedOf("budget"),
            ...expectedOf("target_cpa"),
            ...(ai_max === null ? {} : expectedOf("ai_max")),
            ...(unpushed.includes("state") || campaign.state === "error" ? {} : { state: [state] })
          },
    since: campaign.last_synced_at
  }
}

/** Returns the changes of others that wait for a decision on a campaign, or null. */
export const conflictOf = (
  { conflict, id }: { readonly id: number; readonly conflict: unknown },
  organization: number
): Conflict | null => (conflict === null ? null : conflictColumn.read(conflict, { organization, id }))

const isBelow = (value: SettingValue, bound: SettingValue | undefined): boolean =>
  typeof value === "number" && (bound === null || (typeof bound === "number" && value < bound))

/**
 * Whether a change of ours may be written over a change of others: it is below what the platform has and below what
 * was last seen there. A pause always is.
 */
export const mayOverwrite = (
  { field, ours, theirs }: Pick<OutsideChange, "field" | "ours" | "theirs">,
  { expected }: Pick<KnownSettings, "expected">
): boolean =>
  field === "name" || field === "ai_max"
    ? false
    : field === "state"
      ? ours === "paused"
      : isBelow(ours, theirs) && isBelow(ours, expected[field]?.[0])

/** Whether setting this value would replace a change of others, and not be stopped by it. */
export const replacesOutside = (change: OutsideChange, to: SettingValue): boolean =>
  mayOverwrite({ ...change, ours: to }, { expected: { [change.field]: [change.ours] } })

const subjects: Record<CampaignSetting, string> = {
  name: "The name",
  budget: "The daily budget",
  target_cpa: "The target CPA",
  ai_max: "AI Max",
  state: "The state"
}

/** Every number is an amount. */
const shown = (value: SettingValue, currency: string | null): string => {
  if (value === null) return "none"
  if (typeof value === "boolean") return onOrOff(value)
  return typeof value === "number" && currency !== null
    ? shortMoneyFormatter(currency)(value)
    : JSON.stringify(value)
}

/**
 * For example "The daily budget is $14 there (changed by agency@northwind.test) and $10 here". The currency is null
 * until a sync has read it.
 */
export const describeOutsideChange = (
  { by, field, ours, theirs }: OutsideChange,
  currency: string | null
): string =>
  `${subjects[field]} is ${shown(theirs, currency)} there${by === null ? "" : ` (changed by ${by})`} and ${shown(ours, currency)} here`

/** The message of a campaign in conflict: what was found, and the ways out. */
export const conflictMessage = (
  { settings }: Pick<Conflict, "settings">,
  currency: string | null
): string => {
  const what =
    settings.length === 0
      ? "Its ads or keywords were changed in the ad platform."
      : `${settings.map((one) => describeOutsideChange(one, currency)).join("; ")}.`
  return `The campaign was changed in the ad platform, and nothing was overwritten. ${what} Accept that with {campaigns.accept_changes}, then repeat your change; or take it back in the dashboard.`
}

/** Returns the message of a campaign in conflict, or null. */
export const conflictMessageOf = (
  campaign: { readonly id: number; readonly conflict: unknown },
  organization: number,
  currency: string | null
): string | null => {
  const conflict = conflictOf(campaign, organization)
  return conflict === null ? null : conflictMessage(conflict, currency)
}
