import type { AdwardenError } from "@adwarden/client"
import { operations } from "@adwarden/client/operations"
import { exitCodeOf } from "../refusal.ts"
import { safeLine } from "../terminal/safe-text.ts"
import type { Terminal } from "../terminal/terminal.ts"
import { wrap } from "../terminal/width.ts"
import type { ApiCall } from "./call.ts"
import { commandLine, commandWords, kebab, renderCommands, shellQuote } from "./command-line.ts"

type Input = Readonly<Record<string, unknown>>
type FailedCall = Pick<ApiCall, "commandLineWith" | "input" | "operation">

const overview = commandLine("organizations.get")

const listCommand = ({ operation }: FailedCall): string | null => {
  const list = operations.find(({ group, kind }) => group === operation.group && kind === "list")
  const campaigns = operations.find(({ name }) => name === "campaigns.list")!
  // The missing resource is most often the campaign of the command.
  if (operation.fields.some(({ name }) => name === "slug")) return commandLine(campaigns.name)
  return list === undefined ? null : commandLine(list.name)
}

const sameCommand = ({ commandLineWith }: FailedCall): string => commandLineWith()
const campaignCommand = ({ input }: FailedCall): string | null =>
  typeof input["slug"] === "string" ? `${commandLine("campaigns.get")} ${shellQuote(input["slug"])}` : null

const acceptCommand = ({ input }: FailedCall): string | null =>
  typeof input["slug"] === "string"
    ? `${commandLine("campaigns.accept_changes")} ${shellQuote(input["slug"])}`
    : null

/** The same command with the nearest budget that the limits allow. */
const commandWithinLimits = ({ input, commandLineWith }: FailedCall, facts: Input): string => {
  const { allowed_max: max, allowed_max_daily: maxDaily, allowed_min: min } = facts
  const requested = Number(input["budget"])
  const allowed = [Number(min ?? 0), ...[max, maxDaily].filter((one) => one !== undefined).map(Number)]
  const nearest = requested < allowed[0]! ? allowed[0]! : Math.min(...allowed.slice(1))
  return Number.isFinite(nearest) && Number.isFinite(requested)
    ? commandLineWith({ budget: nearest })
    : overview
}

/** The command to try after an error, by its code. Other errors rely on their message. */
const nextCommandByError: Readonly<Record<string, (failedCall: FailedCall, facts: Input) => string | null>> =
  {
    unauthorized: () => "adwarden login",
    sign_in_needed: () => "adwarden login",
    insufficient_scope: () => overview,
    role_denied: () => overview,
    org_access_denied: () => commandLine("organizations.list"),
    validation_error: ({ operation }) => `adwarden ${commandWords(operation.name).join(" ")} --help`,
    not_found: listCommand,
    budget_cap_exceeded: commandWithinLimits,
    launch_blocked: campaignCommand,
    sync_conflict: acceptCommand,
    ad_account_not_linked: () => overview,
    ad_account_not_selected: () => overview,
    ad_platform_connection_incomplete: () => overview,
    business_profile_not_ready: () => commandLine("organizations.business_profile"),
    recommendation_not_pending: listCommand,
    recently_applied: () => commandLine("actions.list"),
    undo_conflict: (_, { conflicting_action_id: id }) =>
      typeof id === "string" ? `${commandLine("actions.undo")} ${shellQuote(id)}` : null,
    preview_stale: sameCommand,
    preview_required: sameCommand,
    unavailable: sameCommand,
    timed_out: sameCommand
  }

/** `facts` are the error's extra fields, such as the limits or the conflicting action. */
export const nextCommand = (code: string, facts: Input, failedCall: FailedCall): string | null =>
  nextCommandByError[code]?.(failedCall, facts) ?? null

/** Fields of the client's error class, which are not extra fields of the response. */
const ownFields: ReadonlySet<string> = new Set([
  "name",
  "status",
  "doc_url",
  "response",
  "code",
  "cause",
  "stack",
  "message"
])

const extraOf = (error: AdwardenError): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(error).filter(([name]) => !ownFields.has(name)))

/** Maps the input's field names to flags and arguments. */
const fieldLines = (
  { fields }: Readonly<Record<string, unknown>>,
  { operation }: FailedCall
): ReadonlyArray<string> =>
  (Array.isArray(fields) ? (fields as ReadonlyArray<{ path: string; message: string }>) : []).map(
    ({ message, path }) => {
      const name = path.split(/[.[/]/)[0] ?? path
      const field = operation.fields.find((one) => one.name === name)
      const label =
        field === undefined
          ? path
          : field.place === "path" || field.required
            ? `<${kebab(name)}>`
            : `--${kebab(name)}`
      return `${label}: ${renderCommands(message)}`
    }
  )

/** Without a response, the URL is probably wrong, or nothing runs there. */
const messageOf = ({ code, message }: AdwardenError): string =>
  code === "connection_failed" || code === "unreadable_answer"
    ? `${message} Set ADWARDEN_URL to the service's URL, or start one on this machine with adwarden dev.`
    : message

const noBreak = "\u00a0"

/** Prints an error with the command to try next, and returns the exit code. */
export const printError = (
  error: AdwardenError,
  failedCall: FailedCall,
  json: boolean,
  { err }: Terminal
): number => {
  const extra = extraOf(error)
  const message = renderCommands(messageOf(error))
  const next = message.includes("adwarden ") ? null : nextCommand(error.code, extra, failedCall)
  if (json) {
    const report = { code: error.code, message, ...extra, request_id: error.requestId, next }
    err.write(`${JSON.stringify({ error: report })}\n`)
    return exitCodeOf(error.code)
  }
  const { paint } = err
  const text = `${safeLine(renderCommands(messageOf(error), noBreak))} ${paint.faint(`(${error.code})`)}`
  const lines = wrap(text, (err.width ?? Number.POSITIVE_INFINITY) - 2)
  const [first = "", ...rest] = lines.map((line) => line.replaceAll(noBreak, " "))
  err.write(`${paint.bad("✗")} ${first}\n`)
  for (const line of [...rest, ...fieldLines(extra, failedCall).map(safeLine)]) err.write(`  ${line}\n`)
  if (next !== null) err.write(`  ${paint.faint("Try:")} ${next}\n`)
  if (error.code === "internal_error" && error.requestId !== null)
    err.write(`  ${paint.faint("Request:")} ${error.requestId}\n`)
  return exitCodeOf(error.code)
}
