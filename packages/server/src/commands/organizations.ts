import {
  type ChangedRule,
  type OrganizationRow,
  type Overview,
  organizationEndpoints,
  type RuleChanges,
  type Rules
} from "@adwarden/core"
import { Effect, Option } from "effect"
import { choiceFlag, decode, group, map, optional, textArgument, textFlag } from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { asOwner, factsText, listOutput, org, runBy } from "./operator-commands.ts"

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
  optional
)

const refuse = (message: string) => Effect.fail(message)

/** Only plain decimal notation, so that 1e9, 0x10 or an empty text are not accepted by mistake. */
const amountOf = (option: string, text: string) =>
  /^\d+(\.\d+)?$/.test(text)
    ? Effect.succeed(Number(text))
    : refuse(`${option} takes a number such as 1500 or 99.5, not ${JSON.stringify(text)}.`)

const limit = textFlag(
  "budget-change-limit",
  "The largest budget change of one call, in percent, such as 25"
).pipe(
  decode((text) => amountOf("--budget-change-limit", text.replace(/%$/, ""))),
  optional
)
const maxSpend = textFlag(
  "max-spend",
  "The cap for all daily budgets in a month of 30 days, in the organization's currency; none removes the cap"
).pipe(
  decode((text) => (text === "none" ? Effect.succeed(null) : amountOf("--max-spend", text))),
  optional
)

const secondApprovalAbove = textFlag(
  "second-approval-above",
  "Two people have to approve a change that raises daily spend by more than this amount; none: one is enough"
).pipe(
  decode((text) => (text === "none" ? Effect.succeed(null) : amountOf("--second-approval-above", text))),
  optional
)

const queueLimit = textFlag(
  "approval-queue-limit",
  "The size of the approval queue, such as 200; one key or connected app can fill half of it"
).pipe(
  decode((text) => amountOf("--approval-queue-limit", text)),
  optional
)

const requirePreview = choiceFlag(
  "require-preview",
  ["on", "off"],
  "Whether a key or a connected app has to preview a change with a warning code before it executes it"
).pipe(
  map((word) => word === "on"),
  optional
)

interface RuleOptions {
  readonly approvals: Option.Option<RuleChanges>
  readonly limit: Option.Option<number>
  readonly maxSpend: Option.Option<number | null>
  readonly queueLimit: Option.Option<number>
  readonly requirePreview: Option.Option<boolean>
  readonly secondApprovalAbove: Option.Option<number | null>
}

const changesOf = ({
  approvals,
  limit,
  maxSpend,
  queueLimit,
  requirePreview,
  secondApprovalAbove
}: RuleOptions): RuleChanges => ({
  ...(Option.isSome(approvals) ? approvals.value : {}),
  ...(Option.isSome(limit) ? { api_budget_change_limit_pct: limit.value } : {}),
  ...(Option.isSome(maxSpend) ? { max_spend: maxSpend.value } : {}),
  ...(Option.isSome(secondApprovalAbove) ? { second_approval_above: secondApprovalAbove.value } : {}),
  ...(Option.isSome(queueLimit) ? { approval_queue_limit: queueLimit.value } : {}),
  ...(Option.isSome(requirePreview) ? { require_preview: requirePreview.value } : {})
})

const set = outputCommand(
  "set",
  { org, approvals, secondApprovalAbove, limit, maxSpend, queueLimit, requirePreview, as: asOwner },
  "Set the rules for keys and connected apps in an organization. They apply from the next request on. Existing commitments and pending changes are reported, but not changed.",
  ({ as, org, ...given }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEndpoints, (endpoints) => endpoints.set(org, changesOf(given), runBy(as)))
    ).pipe(
      Effect.map((done) => {
        const { changed, notes } = done
        const text = changed.map(changeText).join("\n")
        return { data: done, text: text || `Nothing changed: ${org} already has these rules.`, notes }
      })
    )
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

const list = outputCommand("list", {}, "List all organizations with their rules.", () =>
  asOperator(
    null,
    Effect.map(organizationEndpoints, (endpoints) => endpoints.list())
  ).pipe(
    Effect.map((rows) =>
      listOutput(
        rows,
        titles,
        row,
        "There is no organization yet. Create one: adwarden organizations create SLUG --name NAME --currency USD"
      )
    )
  )
)

const create = outputCommand(
  "create",
  {
    slug: textArgument("slug", "Slug of the new organization, which addresses and commands contain"),
    name: textFlag("name", "Display name"),
    currency: textFlag(
      "currency",
      "Code of the currency of all its amounts, such as USD; it cannot be changed later"
    )
  },
  "Create an organization. It has no members until users create adds an owner.",
  ({ currency, name, slug }) =>
    asOperator(
      null,
      Effect.map(organizationEndpoints, (endpoints) => endpoints.create({ slug, name, currency }))
    ).pipe(
      Effect.map((created) => ({
        data: created,
        text: `Created ${created.slug} (${created.name}, ${created.currency}).`,
        notes: [
          `Add its first owner: adwarden users create EMAIL --name NAME --role owner --org ${created.slug}`
        ]
      }))
    )
)

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

const get = outputCommand(
  "get",
  { org, as: asOwner },
  "Show an organization: its rules, its committed budgets, and its ad accounts.",
  ({ as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEndpoints, (endpoints) => endpoints.show(org, runBy(as)))
    ).pipe(Effect.map((overview) => ({ data: overview, text: factsText(overviewFacts(overview)) })))
)

const suspend = outputCommand(
  "suspend",
  { org, as: asOwner },
  "Suspend all API keys and connected apps of an organization at once. Their calls are refused until the suspension is lifted.",
  ({ as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEndpoints, (endpoints) => endpoints.suspendAccess(org, runBy(as)))
    ).pipe(
      Effect.map((suspended) => ({
        data: { suspended: true },
        text: suspended
          ? `Suspended all keys and apps of ${org}. Lift it: adwarden organizations lift-suspension --org ${org}`
          : `Nothing changed: all keys and apps of ${org} were already suspended.`
      }))
    )
)

const liftSuspension = outputCommand(
  "lift-suspension",
  { org, as: asOwner },
  "Let the API keys and connected apps of an organization act again.",
  ({ as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEndpoints, (endpoints) => endpoints.liftSuspension(org, runBy(as)))
    ).pipe(
      Effect.map((lifted) => ({
        data: { suspended: false },
        text: lifted
          ? `Keys and apps of ${org} have access again.`
          : `Nothing changed: keys and apps of ${org} were not suspended.`
      }))
    )
)

export const organizations = group("organizations", [list, create, get, set, suspend, liftSuspension])
