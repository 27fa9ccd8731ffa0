import type { ChangedRule, OrganizationRow, Overview, RuleChanges, Rules } from "@adwarden/core"
import { Option } from "effect"
import { choiceFlag, decode, group, map, optional, textFlag } from "../command-line.ts"
import { administrationCommand, amountOf } from "./administer.ts"
import { factsText, listOutput } from "./operator-commands.ts"

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
const ruleText = (rule: keyof Rules, value: Rules[keyof Rules]): string => {
  if (value === null) return "none"
  if (typeof value === "boolean") return value ? "on" : "off"
  if (rule === "approvals_for") return String(value).replaceAll("_", " ")
  return rule === "api_budget_change_limit_pct" ? `${value}%` : String(value)
}

/** "The monthly cap: from 12000 to none." */
const changeText = ({ from, rule, to }: ChangedRule): string =>
  `${labels[rule]}: from ${ruleText(rule, from)} to ${ruleText(rule, to)}.`

const approvals = choiceFlag(
  "approvals",
  ["on", "raises", "off"],
  "Whether a person has to approve changes by a key or a connected app: every one, or only those that raise spend"
).pipe(
  map(
    (word): RuleChanges =>
      word === "off"
        ? { approvals_required: false }
        : { approvals_required: true, approvals_for: word === "on" ? "every_change" : "raises" }
  ),
  optional,
  map(Option.getOrElse((): RuleChanges => ({})))
)

const limit = textFlag(
  "budget-change-limit",
  "The largest budget change of one call, in percent, such as 25"
).pipe(decode((text) => amountOf("--budget-change-limit")(text.replace(/%$/, ""))))

const set = administrationCommand(
  "organizations.set",
  (done, { org }) => {
    const { changed, notes } = done
    const text = changed.map(changeText).join("\n")
    return { data: done, text: text || `Nothing changed: ${org} already has these rules.`, notes }
  },
  {
    several: approvals,
    fields: { approvals_required: null, approvals_for: null, api_budget_change_limit_pct: limit }
  }
)

const titles = ["*SLUG", "NAME", "PLAN", "CURRENCY", "APPROVALS", "PER CALL", "MONTHLY CAP", "QUEUE"]
const row = ({ currency, name, plan, slug, ...rules }: OrganizationRow): ReadonlyArray<string> => [
  slug,
  name,
  plan,
  currency,
  ruleText("approvals_required", rules.approvals_required),
  ruleText("api_budget_change_limit_pct", rules.api_budget_change_limit_pct),
  ruleText("max_spend", rules.max_spend),
  ruleText("approval_queue_limit", rules.approval_queue_limit)
]

const list = administrationCommand("organizations.list_all", (rows) =>
  listOutput(
    rows,
    titles,
    row,
    "There is no organization yet. Create one: adwarden organizations create SLUG --name NAME --currency USD"
  )
)

const create = administrationCommand("organizations.create", (created) => ({
  data: created,
  text: `Created ${created.slug} (${created.name}, ${created.currency}).`,
  notes: [`Add its first owner: adwarden users create EMAIL --name NAME --role owner --org ${created.slug}`]
}))

const overviewFacts = (one: Overview): ReadonlyArray<readonly [string, string]> => [
  ["Slug", one.slug],
  ["Name", one.name],
  ["Plan", one.plan],
  ["Currency", one.currency],
  ["Ad-operations team", one.adops_team?.name ?? "none"],
  ["Approvals", ruleText("approvals_required", one.approvals_required ?? false)],
  ["Per call", ruleText("api_budget_change_limit_pct", one.api_budget_change_limit_pct)],
  ["Monthly cap", ruleText("max_spend", one.max_spend)],
  ["Approval queue", `at most ${one.approval_queue_limit} changes`],
  ["Required previews", ruleText("require_preview", one.require_preview)],
  ["Committed", `${one.committed_monthly} a month`],
  ...one.ad_accounts.map(
    ({ connection_problem, id, status }) =>
      [
        "Ad account",
        connection_problem == null ? `${id}, ${status}` : `${id}, ${status}. ${connection_problem}`
      ] as const
  )
]

const get = administrationCommand("organizations.show", (overview) => ({
  data: overview,
  text: factsText(overviewFacts(overview))
}))

const suspend = administrationCommand("organizations.suspend_access", (suspended, { org }) => ({
  data: { suspended: true },
  text: suspended
    ? `Suspended all keys and apps of ${org}. Lift it: adwarden organizations lift-suspension --org ${org}`
    : `Nothing changed: all keys and apps of ${org} were already suspended.`
}))

const liftSuspension = administrationCommand("organizations.lift_suspension", (lifted, { org }) => ({
  data: { suspended: false },
  text: lifted
    ? `Keys and apps of ${org} have access again.`
    : `Nothing changed: keys and apps of ${org} were not suspended.`
}))

export const organizations = group("organizations", [list, create, get, set, suspend, liftSuspension])
