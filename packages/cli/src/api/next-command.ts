import { operations } from "@adwarden/client/operations"
import type { Call } from "./call.ts"
import { commandLine, commandWords, quoted } from "./names.ts"

type Input = Readonly<Record<string, unknown>>
type Asked = Pick<Call, "input" | "line" | "operation">

const overview = commandLine("organizations.get")

const listOf = ({ operation }: Asked): string | null => {
  const list = operations.find(({ group, kind }) => group === operation.group && kind === "list")
  const campaigns = operations.find(({ name }) => name === "campaigns.list")!
  // What is not there is most often the campaign that a command is about.
  if (operation.fields.some(({ name }) => name === "slug")) return commandLine(campaigns.name)
  return list === undefined ? null : commandLine(list.name)
}

const again = ({ line }: Asked): string => line()
const campaignOf = ({ input }: Asked): string | null =>
  typeof input["slug"] === "string" ? `${commandLine("campaigns.get")} ${quoted(input["slug"])}` : null

/** The same with the budget that the limits allow and that is nearest to the one that was wanted. */
const within = ({ input, line }: Asked, facts: Input): string => {
  const { allowed_max: most, allowed_max_daily: mostDaily, allowed_min: least } = facts
  const wanted = Number(input["budget"])
  const allowed = [Number(least ?? 0), ...[most, mostDaily].filter((one) => one !== undefined).map(Number)]
  const nearest = wanted < allowed[0]! ? allowed[0]! : Math.min(...allowed.slice(1))
  return Number.isFinite(nearest) && Number.isFinite(wanted) ? line({ budget: nearest }) : overview
}

/** The command to try after an error, by its code. Where nothing here helps, its own message has to. */
const nextBy: Readonly<Record<string, (asked: Asked, facts: Input) => string | null>> = {
  unauthorized: () => "adwarden login",
  sign_in_needed: () => "adwarden login",
  insufficient_scope: () => overview,
  role_denied: () => overview,
  org_access_denied: () => commandLine("organizations.list"),
  validation_error: ({ operation }) => `adwarden ${commandWords(operation.name).join(" ")} --help`,
  not_found: listOf,
  budget_cap_exceeded: within,
  launch_blocked: campaignOf,
  sync_conflict: campaignOf,
  ad_account_not_linked: () => overview,
  ad_account_not_selected: () => overview,
  ad_platform_connection_incomplete: () => overview,
  business_profile_not_ready: () => commandLine("organizations.business_profile"),
  recommendation_not_pending: listOf,
  recently_applied: () => commandLine("actions.list"),
  undo_conflict: (_, { conflicting_action_id: id }) =>
    typeof id === "string" ? `${commandLine("actions.undo")} ${quoted(id)}` : null,
  preview_stale: again,
  unavailable: again,
  timed_out: again
}

/** The facts are what comes with the code: the limits, the action that is in the way. */
export const nextCommand = (code: string, facts: Input, asked: Asked): string | null =>
  nextBy[code]?.(asked, facts) ?? null
