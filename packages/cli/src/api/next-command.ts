import type { AdwardenError } from "@adwarden/client"
import type { OperationInfo } from "@adwarden/client/operations"
import { operations } from "@adwarden/client/operations"
import { lineOf } from "./example-of.ts"
import { commandLine, commandWords, quoted } from "./names.ts"

type Input = Readonly<Record<string, unknown>>
interface Asked {
  readonly operation: OperationInfo
  readonly input: Input
}

const overview = commandLine("organizations.get")

const listOf = ({ operation }: Asked): string | null => {
  const list = operations.find(({ group, kind }) => group === operation.group && kind === "list")
  const campaigns = operations.find(({ name }) => name === "campaigns.list")!
  // What is not there is most often the campaign that a command is about.
  if (operation.fields.some(({ name }) => name === "slug")) return commandLine(campaigns.name)
  return list === undefined ? null : commandLine(list.name)
}

const again = ({ input, operation }: Asked): string => lineOf(operation, input)
const campaignOf = ({ input }: Asked): string | null =>
  typeof input["slug"] === "string" ? `${commandLine("campaigns.get")} ${quoted(input["slug"])}` : null

const within = ({ input, operation }: Asked, error: AdwardenError): string => {
  const {
    allowed_max: most,
    allowed_max_daily: mostDaily,
    allowed_min: least
  } = error as {
    readonly allowed_max?: number
    readonly allowed_min?: number
    readonly allowed_max_daily?: number
  }
  const wanted = Number(input["budget"])
  const nearest = mostDaily ?? (wanted < (least ?? 0) ? least : most)
  return nearest === undefined || Number.isNaN(wanted)
    ? overview
    : lineOf(operation, { ...input, budget: nearest })
}

/** The command to try after an error, by its code. Where nothing here helps, its own message has to. */
const nextBy: Readonly<Record<string, (asked: Asked, error: AdwardenError) => string | null>> = {
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
  undo_conflict: (_, error) => {
    const { conflicting_action_id: id } = error as { readonly conflicting_action_id?: string }
    return id === undefined ? null : `${commandLine("actions.undo")} ${quoted(id)}`
  },
  preview_stale: again,
  unavailable: again,
  timed_out: again
}

export const nextCommand = (error: AdwardenError, asked: Asked): string | null =>
  nextBy[error.code]?.(asked, error) ?? null
