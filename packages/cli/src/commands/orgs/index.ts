import { type OrganizationRow, type Overview, organizationEntrances } from "@adwarden/core"
import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../../operator.ts"
import { answering } from "../answer.ts"
import { asOwner, described, factsOf, listed, runBy, slug } from "../operator-commands.ts"
import { set } from "./set.ts"
import { ruleInWords } from "./words.ts"

const titles = ["*SLUG", "NAME", "PLAN", "CURRENCY", "APPROVALS", "PER CALL", "MONTHLY CAP", "QUEUE"]
const row = ({ currency, name, plan, slug, ...rules }: OrganizationRow): ReadonlyArray<string> => [
  slug,
  name,
  plan,
  currency,
  ruleInWords("approvals_required", rules.approvals_required),
  ruleInWords("api_budget_change_limit_pct", rules.api_budget_change_limit_pct),
  ruleInWords("max_spend", rules.max_spend),
  ruleInWords("approval_queue_limit", rules.approval_queue_limit)
]

const list = answering("list", {}, "List all organizations with their rules.", () =>
  asOperator(
    null,
    Effect.map(organizationEntrances, (entrances) => entrances.list())
  ).pipe(
    Effect.map((rows) =>
      listed(
        rows,
        titles,
        row,
        "There is no organization yet. Make one: adwarden orgs create SLUG --name NAME --currency USD"
      )
    )
  )
)

const create = answering(
  "create",
  {
    org: slug,
    name: described("name", "What people call it"),
    currency: described(
      "currency",
      "Code of the currency of all its amounts, such as USD; it cannot be changed later"
    )
  },
  "Make an organization. Nobody belongs to it until users create gives it an owner.",
  ({ currency, name, org }) =>
    asOperator(
      null,
      Effect.map(organizationEntrances, (entrances) => entrances.create({ slug: org, name, currency }))
    ).pipe(
      Effect.map((made) => ({
        data: made,
        shown: `Made ${made.slug} (${made.name}, ${made.currency}).`,
        notes: [
          `Give it its first owner: adwarden users create --org ${made.slug} --email EMAIL --name NAME --role owner`
        ]
      }))
    )
)

const facts = (one: Overview): ReadonlyArray<readonly [string, string]> => [
  ["Slug", one.slug],
  ["Name", one.name],
  ["Plan", one.plan],
  ["Currency", one.currency],
  ["Ad-operations team", one.adops_team?.name ?? "none"],
  ["Approvals", ruleInWords("approvals_required", one.approvals_required ?? false)],
  ["Per call", ruleInWords("api_budget_change_limit_pct", one.api_budget_change_limit_pct)],
  ["Monthly cap", ruleInWords("max_spend", one.max_spend)],
  ["Approval queue", `at most ${one.approval_queue_limit} changes`],
  ["Committed", `${one.committed_monthly} a month`],
  ...one.ad_accounts.map(
    ({ connection_problem, id, status }) =>
      [
        "Ad account",
        connection_problem == null ? `${id}, ${status}` : `${id}, ${status}. ${connection_problem}`
      ] as const
  )
]

const show = answering(
  "show",
  { org: slug, as: asOwner },
  "Show an organization: its rules, what its budgets commit, and its ad accounts.",
  ({ as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEntrances, (entrances) => entrances.show(org, runBy(as)))
    ).pipe(Effect.map((overview) => ({ data: overview, shown: factsOf(facts(overview)) })))
)

export const orgs = Command.make("orgs").pipe(
  Command.withDescription(
    "Look at organizations and set their rules, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([list, create, show, set])
)
