import { Schema } from "effect"
import { chosenEvents, webhookFormats } from "../events.ts"
import { isOrgSlug, Line, OneOf, optional, WholeNumber } from "../values/index.ts"
import { checked, declareAdministration, id, nothing, text } from "./declaration.ts"

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

const OrganizationName = checked(
  Line(100),
  "must be one line of 1 to 100 characters, none of them invisible",
  "The name",
  "Display name"
)

const NewOrganization = Schema.Struct({
  slug: checked(
    Schema.String.pipe(Schema.filter(isOrgSlug, { jsonSchema: {} })),
    "must be small letters, digits and dashes, at most 63, and begin with no dash",
    "The short name",
    "Slug of the new organization, which addresses and commands contain"
  ),
  name: OrganizationName,
  currency: checked(
    Schema.String.pipe(Schema.filter((code) => currencies.has(code), { jsonSchema: {} })),
    "must be the code of a currency, such as USD or EUR",
    "The currency",
    "Code of the currency of all its amounts, such as USD; it cannot be changed later"
  )
})

/** Above a billion, a JSON number could lose cents. */
const maxAmount = 1_000_000_000

const amountUpTo = (max: number) =>
  Schema.Number.pipe(
    Schema.filter((amount) => amount >= 0 && amount <= max && Math.round(amount * 100) / 100 === amount, {
      jsonSchema: { minimum: 0, maximum: max }
    })
  )
const amountRequirement = (max: number) => `must be a number from 0 to ${max} with at most two decimals`

/** An amount of money, or null for none. */
const AmountOrNone = (title: string, description?: string) =>
  checked(Schema.NullOr(amountUpTo(maxAmount)), amountRequirement(maxAmount), title, description)

/** More than tenfold in one call is no limit. */
const maxPercent = 1000

/** The owner's rules for keys and connected apps, all of them optional in a change. */
const ruleFields = {
  approvals_required: optional(Schema.Boolean),
  approvals_for: optional(OneOf("every_change", "raises")),
  second_approval_above: optional(
    AmountOrNone(
      "The amount",
      "Two people have to approve a change that raises daily spend by more than this amount; none: one is enough"
    )
  ),
  api_budget_change_limit_pct: optional(
    checked(
      amountUpTo(maxPercent),
      amountRequirement(maxPercent),
      "The percentage",
      "The largest budget change of one call, in percent, such as 25"
    )
  ),
  max_spend: optional(
    AmountOrNone(
      "The cap",
      "The cap for all budgets in a month of 30 days, in the organization's currency; none removes the cap"
    )
  ),
  // Every pending write counts towards committed budgets, so the queue stays short enough for a person to read.
  approval_queue_limit: optional(
    WholeNumber(1, 10_000).annotations({
      title: "The queue",
      description: "The size of the approval queue, such as 200; one key or connected app can fill half of it"
    })
  ),
  require_preview: optional(
    Schema.Boolean.annotations({
      description:
        "Whether a key or a connected app has to preview a change with a warning code before it executes it"
    })
  )
}

/** The names of the rules, in their order. */
export const ruleNames = Object.keys(ruleFields) as ReadonlyArray<keyof typeof ruleFields>

const Rules = Schema.Struct(ruleFields).pipe(
  Schema.filter((changes) =>
    Object.keys(changes).length > 0
      ? undefined
      : { path: ["rules"], message: `name at least one to change: ${ruleNames.join(", ")}` }
  )
)

/** The actions of organizations: their rules, access and end. */
export const organizationAdministration = declareAdministration({
  "organizations.list_all": {
    title: "List all organizations",
    by: "operator",
    wholeService: true,
    input: nothing,
    command: { words: ["organizations", "list"], help: "List all organizations with their rules." }
  },
  "organizations.create": {
    title: "Create an organization",
    by: "operator",
    wholeService: true,
    input: NewOrganization,
    command: {
      words: ["organizations", "create"],
      help: "Create an organization. It has no members until users create adds an owner.",
      arguments: ["slug"]
    }
  },
  "organizations.create_own": {
    title: "Create an organization and own it",
    by: "person",
    audit: "organizations.create",
    limits: [{ name: "create_organization", perHour: 10 }],
    input: NewOrganization
  },
  "organizations.show": {
    title: "Show an organization",
    by: "owner or operator",
    input: nothing,
    command: {
      words: ["organizations", "get"],
      help: "Show an organization: its rules, its committed budgets, and its ad accounts."
    }
  },
  "organizations.set": {
    title: "Change the rules for keys and connected apps",
    by: "owner or operator",
    confirmed: true,
    input: Rules,
    command: {
      words: ["organizations", "set"],
      help: "Set the rules for keys and connected apps in an organization. They apply from the next request on. Existing commitments and pending changes are reported, but not changed.",
      names: { api_budget_change_limit_pct: "budget-change-limit" }
    }
  },
  "organizations.set_security": {
    title: "Change the rules for how people prove who they are",
    by: "owner or operator",
    confirmed: true,
    input: Schema.Struct({
      confirm_approval_above: AmountOrNone("The amount"),
      second_factor_required: Schema.Boolean.annotations({ title: "The requirement" })
    })
  },
  "organizations.rename": {
    title: "Rename an organization",
    by: "owner",
    input: Schema.Struct({ name: OrganizationName })
  },
  "organizations.hide_setup": {
    title: "Put away the steps of a new organization",
    by: "owner",
    input: nothing
  },
  // What only takes away works at once, without a confirmation.
  "organizations.suspend_access": {
    title: "Suspend all keys and connected apps",
    by: "owner or operator",
    input: nothing,
    command: {
      words: ["organizations", "suspend"],
      help: "Suspend all API keys and connected apps of an organization at once. Their calls are refused until the suspension is lifted."
    }
  },
  "organizations.lift_suspension": {
    title: "Let keys and connected apps act again",
    by: "owner or operator",
    confirmed: true,
    input: nothing,
    command: {
      words: ["organizations", "lift-suspension"],
      help: "Let the API keys and connected apps of an organization act again."
    }
  },
  "organizations.delete": {
    title: "Delete an organization",
    by: "owner",
    confirmed: true,
    input: Schema.Struct({ typed_name: text("The name") })
  },
  "organizations.stop": {
    title: "Stop all spend at once",
    by: "owner",
    input: nothing
  },
  "organizations.undo_stop": {
    title: "Undo an emergency stop",
    by: "owner",
    confirmed: true,
    input: Schema.Struct({ id: Schema.String, generation: Schema.Number })
  }
})

const webhook = Schema.Struct({ id })

/** The webhooks of an organization. They send what happens in it to other addresses. */
export const webhookAdministration = declareAdministration({
  "webhooks.create": {
    title: "Add a webhook",
    by: "owner",
    confirmed: true,
    input: Schema.Struct({
      url: text("The URL"),
      format: OneOf(...webhookFormats).annotations({ title: "The format" }),
      events: checked(
        Schema.Array(Schema.Literal(...chosenEvents)).pipe(Schema.minItems(1)),
        "must be chosen: at least one",
        "The events"
      )
    })
  },
  "webhooks.rotate": {
    title: "Replace the secret of a webhook",
    by: "owner",
    confirmed: true,
    input: webhook
  },
  "webhooks.turn_on": { title: "Turn a webhook on", by: "owner", confirmed: true, input: webhook },
  "webhooks.turn_off": { title: "Turn a webhook off", by: "owner", input: webhook },
  "webhooks.remove": { title: "Remove a webhook", by: "owner", input: webhook },
  "webhooks.test": {
    title: "Send a test event to a webhook",
    by: "owner",
    limits: [{ name: "webhook_test", perMinute: 10 }],
    input: webhook
  },
  "webhooks.resend": {
    title: "Send an event again",
    by: "owner",
    limits: [{ name: "webhook_test", perMinute: 10 }],
    input: webhook
  }
})
