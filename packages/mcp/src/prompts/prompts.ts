import {
  detectors,
  isCampaignSlug,
  NotFound,
  nearestName,
  OrgSlug,
  renderMentions,
  ValidationError,
  wasteDetectors
} from "@adwarden/core/contract"
import { Schema } from "effect"
import { type Id, invalidMessage, isObject, jsonRpcErrorCodes, type Message, rejected } from "../message.ts"

/** The kind of an argument. It determines the validation and the source of suggestions. */
export type ArgumentKind = "organization" | "campaign" | "detector" | "amount"

interface Argument {
  readonly description: string
  readonly kind: ArgumentKind
  readonly required?: true
}

type ArgumentValues<Arguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { readonly required: true }
    ? string
    : string | undefined
}

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: ReadonlyMap<string, Argument>
  /** Renders the message in the person's name, with tool names. The arguments are already validated. */
  readonly text: (values: Readonly<Record<string, string | undefined>>) => string
}

const checks: Record<ArgumentKind, readonly [isSo: (text: string) => boolean, must: string]> = {
  organization: [
    (text) => text === "_" || Schema.is(OrgSlug)(text),
    "must be the slug of an organization, or _"
  ],
  campaign: [isCampaignSlug, "must be the slug of a campaign"],
  detector: [(text) => detectors.some((one) => one === text), `must be one of ${detectors.join(", ")}`],
  amount: [(text) => /^[1-9]\d{0,8}$/.test(text), "must be a whole number above 0"]
}

/** Returns what is wrong with the value of an argument, or null if it can be put into the text. */
const problemOf = (kind: ArgumentKind, value: string): string | null => {
  const [isValid, requirement] = checks[kind]
  return isValid(value) ? null : requirement
}

/** Every flow accepts an organization. The default is an API key's own. */
const organization = {
  description: "Organization slug; an API key's own if omitted",
  kind: "organization"
} as const

/** A task as a person would assign it: its goal and its steps. */
interface Flow {
  readonly goal: string
  readonly steps: ReadonlyArray<string>
}

const renderFlow = ({ goal, steps }: Flow): string =>
  [goal, "", ...steps.map((step, n) => `${n + 1}. ${step}`)].join("\n")

/** Declares a prompt. Its text mentions operations by their symbolic names. */
const prompt = <const Arguments extends Readonly<Record<string, Argument>>>(
  name: string,
  declared: {
    readonly title: string
    readonly description: string
    readonly arguments: Arguments
    readonly flow: (values: ArgumentValues<Arguments>) => Flow
  }
): Prompt => ({
  name,
  title: declared.title,
  description: declared.description,
  arguments: new Map(Object.entries(declared.arguments)),
  text: (values) => renderMentions("mcp", renderFlow(declared.flow(values as ArgumentValues<Arguments>)))
})

/** The organization of the flow, stated at the start of each text. */
const inOrganization = (org: string | undefined): string =>
  org === undefined || org === "_" ? "in this key's own organization (org _)" : `in the organization ${org}`

const budgetMove = prompt("budget_move", {
  title: "Budget move",
  description: "Move daily budget from one campaign to another without spending more in between.",
  arguments: {
    org: organization,
    from: { description: "The campaign to lower", kind: "campaign", required: true },
    to: { description: "The campaign to raise", kind: "campaign", required: true },
    amount: { description: "How much a day, in whole units of the currency", kind: "amount", required: true }
  },
  flow: ({ amount, from, org, to }) => ({
    goal: `Move ${amount} a day from ${from} to ${to}, ${inOrganization(org)}.`,
    steps: [
      "Read {organizations.get}: how far one call can change a budget, the monthly cap and how much of it is committed, whether changes need approval.",
      "Read both campaigns with {campaigns.get}, and both with {performance.get} over the last four weeks. Tell me if the move goes from the better campaign to the worse one.",
      `Preview both with {campaigns.update}: ${from} at its budget less ${amount}, ${to} at its budget plus ${amount}. If within_limits is false because of the per-call limit, tell me the largest possible move and stop. If the monthly cap is the reason, lowering ${from} may free enough.`,
      "Show me both, before and after, with the sum, and ask for my confirmation.",
      `Lower ${from} first, so that the sum never rises: dry_run false, its preview_hash and an idempotency_key. Then preview ${to} again and raise it the same way.`,
      `If ${from} was lowered and ${to} is rejected, tell me and offer to undo the first with {actions.undo}. If either returns approval_required, follow it with {queued_writes.get} before you continue, and tell me that a person has to approve.`,
      "End with both budgets as they are now, and both action_ids."
    ]
  })
})

const launchChecklist = prompt("launch_checklist", {
  title: "Launch checklist",
  description:
    "Check a campaign before it goes live, list what is missing, and launch it after your confirmation.",
  arguments: {
    org: organization,
    campaign: { description: "The campaign to launch", kind: "campaign", required: true }
  },
  flow: ({ campaign, org }) => ({
    goal: `Get the campaign ${campaign} ready to launch, ${inOrganization(org)}.`,
    steps: [
      "Read {organizations.get}: the monthly cap and how much of it is committed, whether changes need approval, whether the ad account is linked and its connection ok.",
      "Read {campaigns.get}: website, budget, ads, keywords and exclusions.",
      "Compare it with {organizations.business_profile}: does it sell what the business sells, where it sells it?",
      "Preview the launch: {campaigns.set_state} with state live. blocked_by names the first thing that is missing and blocked_reason what to do about it; set a budget with {campaigns.update}, add an ad with {campaigns.create_ad}, and preview again until nothing blocks it. Ask me before each of these.",
      "Show me the checklist: what is in order, what is not, the daily budget and thirty times that, what it leaves of the monthly cap, every warning. Then ask whether to launch.",
      "After my confirmation: {campaigns.set_state} with state live, dry_run false, the preview's preview_hash and an idempotency_key. sync_conflict means that the campaign was changed in the ad platform: show me the changes, and stop.",
      "Follow task_tracking_id with {tasks.get} until it is completed or failed, then confirm with {campaigns.get} that it is live and in_sync. {actions.undo} with the action_id undoes the launch."
    ]
  })
})

const wasteAudit = prompt("waste_audit", {
  title: "Waste audit",
  description:
    "Find spend without conversions, and propose what to exclude or pause, with a preview of each.",
  arguments: {
    org: organization,
    campaign: { description: "Only this campaign; every live one if omitted", kind: "campaign" },
    detector: { description: "Only this detector; all that find waste if omitted", kind: "detector" }
  },
  flow: ({ campaign, detector, org }) => ({
    goal: `Audit ${campaign ?? "the live campaigns"} for wasted spend, ${inOrganization(org)}.`,
    steps: [
      campaign === undefined
        ? "List live campaigns with {campaigns.list} and begin with those that spend most."
        : `Look at ${campaign} with {campaigns.get}.`,
      "Read what was paid for: {performance.search_terms} and {performance.get}.",
      `Run ${detector ?? new Intl.ListFormat("en-GB").format(wasteDetectors)} with {detectors.run}. It changes nothing.`,
      "For each recommendation_id, preview {recommendations.apply} (dry_run true). Check the conversions that would be lost and the enabled keywords that would be blocked: waste is cost without conversions.",
      "Show me a table: what, campaign, cost, conversions lost, estimated monthly saving. State which you would keep and why. Then ask which to apply.",
      "Only for those I choose: {recommendations.apply} with dry_run false, the preview's preview_hash and an idempotency_key. If a call returns approval_required, tell me its id and continue.",
      "End with what was done, each action_id, and that {actions.undo} undoes any of it."
    ]
  })
})

const weeklyReview = prompt("weekly_review", {
  title: "Weekly review",
  description: "What happened this week, why, and the few things worth doing next. Changes nothing.",
  arguments: { org: organization },
  flow: ({ org }) => ({
    goal: `Review the last full week of our search ads ${inOrganization(org)}. Change nothing.`,
    steps: [
      "Read the limits and the committed budget with {organizations.get}.",
      "Get the week from Monday to Sunday with {performance.get}, by campaign and again by day; vs_previous compares the days up to data_until with those of previous_period; report no change that is partial.",
      "Read the newest weekly report with {reports.get}. If it is not of that week, ask me whether to generate it with {reports.generate} (it counts as one of the day's writes), follow it with {tasks.get}, then read it.",
      "For the largest changes, look for the reason: {performance.search_terms} of that campaign, {keywords.list}, and what was changed in {actions.list} if this credential has access.",
      "Read the existing recommendations with {recommendations.list}.",
      "For each campaign that spent, {campaigns.get} states in sync whether the ad platform has the same state, and in sync_error what to do.",
      "Tell me in one page: spend, conversions and CPA against the week before; the two or three reasons that explain most of it, with figures; campaigns that are not in_sync; at most five next steps, each with the call that would preview it.",
      "State plainly where the figures are too small to mean anything."
    ]
  })
})

export const prompts: ReadonlyMap<string, Prompt> = new Map(
  [wasteAudit, weeklyReview, launchChecklist, budgetMove].map((one) => [one.name, one])
)

/** The result of prompts/list. It does not change while the process runs. */
export const promptList = {
  prompts: [...prompts.values()].map(({ arguments: args, description, name, title }) => ({
    name,
    title,
    description,
    arguments: [...args].map(([argument, { description, required = false }]) => ({
      name: argument,
      description,
      required
    }))
  }))
}

/** Returns the prompt of that name, or an error that names the nearest. */
export const findPrompt = (
  name: unknown,
  path: string,
  id: Id,
  method: "prompts/get" | "completion/complete"
): Prompt | Message => {
  if (typeof name !== "string")
    return invalidMessage(path, "must be a string", jsonRpcErrorCodes.invalidParams, id, method)
  const found = prompts.get(name)
  if (found !== undefined) return found
  const nearest = nearestName(name, prompts.keys())
  const next = `${nearest === null ? "" : `Did you mean ${nearest}? `}List the prompts with prompts/list.`
  const what = `The prompt ${JSON.stringify(name.slice(0, 100).toWellFormed())}`
  return rejected(jsonRpcErrorCodes.invalidParams, new NotFound({ what, next }), id, method)
}

const argumentProblems = ({ arguments: args }: Prompt, values: Readonly<Record<string, unknown>>) => {
  const unknown = Object.keys(values).flatMap((name) => {
    if (args.has(name)) return []
    const nearest = nearestName(name, args.keys())
    return [{ path: name, message: `is unknown${nearest === null ? "" : `; did you mean ${nearest}?`}` }]
  })
  const invalidValues = [...args].flatMap(([path, { kind, required }]) => {
    const value = Object.hasOwn(values, path) ? values[path] : undefined
    if (value === undefined || value === "") {
      return required === true ? [{ path, message: "is required" }] : []
    }
    const message = typeof value === "string" ? problemOf(kind, value) : "must be a text"
    return message === null ? [] : [{ path, message }]
  })
  return [...unknown, ...invalidValues]
}

/** Omits empty arguments: clients that show every argument send those that were not filled in. */
const withoutEmpty = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""
    )
  )

/** Reads a request for a prompt, and renders its text with the arguments. */
export const promptMessage = (id: Id, params: unknown): Message => {
  const method = "prompts/get"
  const { arguments: values = {}, name } = isObject(params) ? params : {}
  const found = findPrompt(name, "params.name", id, method)
  if ("kind" in found) return found
  if (!isObject(values))
    return invalidMessage(
      "params.arguments",
      "must be an object",
      jsonRpcErrorCodes.invalidParams,
      id,
      method
    )
  const fields = argumentProblems(found, values)
  if (fields.length > 0)
    return rejected(jsonRpcErrorCodes.invalidParams, new ValidationError({ fields }), id, method)
  const content = { type: "text", text: found.text(withoutEmpty(values)) }
  const result = { description: found.description, messages: [{ role: "user", content }] }
  return { kind: "known", id, method, result: JSON.stringify(result) }
}
