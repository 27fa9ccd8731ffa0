import type { CampaignSetting, PreviousSettings } from "../model/index.ts"
import { type Edit, valueAt } from "./describe-edit.ts"

/* What an external edit replaced, as far as an edit of ours can restore it. */

/** The setting of a campaign that a field of the platform holds. */
export const settingOf = (field: string): CampaignSetting | undefined => {
  if (field === "name") return "name"
  if (field === "amountMicros") return "budget"
  if (field === "status") return "state"
  return field.endsWith("targetCpaMicros") ? "target_cpa" : undefined
}

const amountOf = (micros: unknown): number | null => {
  const amount = Number(micros)
  return micros === undefined || micros === null || !Number.isFinite(amount) ? null : amount / 1_000_000
}

const partStates: Readonly<Record<string, "enabled" | "paused">> = { ENABLED: "enabled", PAUSED: "paused" }

/** The state before an edit of a keyword or an ad; undefined if it is unknown or was not changed. */
const stateBefore = ({ before, fields }: Edit) =>
  fields.includes("status") ? partStates[String(before["status"])] : undefined

const ofCampaign = ({ before, fields, kind }: Edit): PreviousSettings => {
  const { name, status } = before
  const budget = fields.includes("amountMicros") ? amountOf(before["amountMicros"]) : null
  if (kind === "CAMPAIGN_BUDGET") return budget === null ? {} : { budget }
  const paused = status === "PAUSED" ? "paused" : null
  const state = status === "ENABLED" ? "live" : paused
  const target = fields.find((field) => settingOf(field) === "target_cpa")
  return {
    ...(fields.includes("name") && typeof name === "string" ? { name } : {}),
    ...(budget === null ? {} : { budget }),
    // The platform leaves out a target that is not set.
    ...(target === undefined ? {} : { target_cpa: amountOf(valueAt(before, target)) || null }),
    ...(fields.includes("status") && state !== null ? { state } : {})
  }
}

const ofPart = (edit: Edit): PreviousSettings => {
  const state = stateBefore(edit)
  if (state === undefined) return {}
  if (edit.kind === "AD_GROUP") return { ad: state }
  if (edit.kind === "AD_GROUP_AD") return { text_ad: state }
  return edit.before["negative"] === true ? {} : { keyword: state }
}

/** The kinds of parts that are added and removed. Of a removed part the platform may tell no more than its name. */
const parts: ReadonlySet<string> = new Set(["AD_GROUP", "AD_GROUP_CRITERION", "CAMPAIGN_CRITERION"])

/** What was before an edit of a campaign, its budget, keywords, negative keywords or ads. */
export const previousOf = (edit: Edit): PreviousSettings => {
  const { kind, operation } = edit
  if (operation !== "UPDATE") return parts.has(kind) ? { existed: operation === "REMOVE" } : {}
  if (kind === "CAMPAIGN" || kind === "CAMPAIGN_BUDGET") return ofCampaign(edit)
  return parts.has(kind) || kind === "AD_GROUP_AD" ? ofPart(edit) : {}
}
