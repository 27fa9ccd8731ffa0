import type { ChangedRule, Rules } from "@adwarden/core"

/** Descriptions of an organization's rules. */

const labels: Readonly<Record<keyof Rules, string>> = {
  approvals_required: "Approvals",
  approvals_for: "The changes that need approval",
  second_approval_above: "Two approvers above a rise a day of",
  api_budget_change_limit_pct: "The largest budget change of one call",
  max_spend: "The monthly cap",
  approval_queue_limit: "The size of the approval queue",
  require_preview: "Previews of changes with a warning code"
}

/** The value of a rule as text: on or off, 25%, an amount or none. */
export const ruleText = (rule: keyof Rules, value: Rules[keyof Rules]): string => {
  if (value === null) return "none"
  if (typeof value === "boolean") return value ? "on" : "off"
  if (rule === "approvals_for") return String(value).replaceAll("_", " ")
  return rule === "api_budget_change_limit_pct" ? `${value}%` : String(value)
}

/** "The monthly cap: from 12000 to none." */
export const changeText = ({ from, rule, to }: ChangedRule): string =>
  `${labels[rule]}: from ${ruleText(rule, from)} to ${ruleText(rule, to)}.`
