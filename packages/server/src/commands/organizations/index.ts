import { type OrganizationRow, type Overview, organizationEndpoints } from "@adwarden/core"
import { Effect, Option } from "effect"
import { group, textArgument, textFlag } from "../../command-line/index.ts"
import { asOperator } from "../../operator.ts"
import { outputCommand } from "../command-output.ts"
import { asOwner, factsText, listOutput, org, runBy } from "../operator-commands.ts"
import { ruleText } from "./messages.ts"
import { set } from "./set.ts"

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
