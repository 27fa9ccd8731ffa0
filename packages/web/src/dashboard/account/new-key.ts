import { daysInCap } from "@adwarden/core"
import {
  type ApprovalPolicy,
  type CredentialApprovals,
  credentialApprovals,
  isKeyPreset,
  isScope,
  isStricter,
  isWithinMaxScopes,
  type KeyPreset,
  keyPresets,
  maxScopes,
  type Role,
  roleFor,
  type Scope,
  scopeMeanings,
  scopes
} from "@adwarden/core/contract"
import { form, type Problem } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  type Choice,
  card,
  choices,
  dayText,
  hidden,
  type IconName,
  icon,
  money,
  select,
  textField
} from "../../parts/index.ts"

/** The choice of the longest time that a key can be valid, which is also the default. */
const wholeYear = "year"

const approvalsIn = (text: string | null): CredentialApprovals =>
  credentialApprovals.find((one) => one === text) ?? "organization"

/**
 * The values of a new key that are not fields of the same name. Scopes that were ticked come before a preset's; of the
 * preset's approvals and the chosen ones, the stricter count.
 */
export const newKeyOf = (_: BrowserRequest, sent: URLSearchParams) => {
  const days = sent.get("valid_days") ?? wholeYear
  const ticked = sent.getAll("scope").filter(isScope)
  const preset = sent.get("preset")
  const chosen = approvalsIn(sent.get("held"))
  const own = isKeyPreset(preset) ? keyPresets[preset] : null
  return {
    scopes: ticked.length === 0 && own !== null ? own.scopes : ticked,
    approvals: own !== null && isStricter(own.approvals, chosen) ? own.approvals : chosen,
    valid_days: days === wholeYear ? undefined : Number(days)
  }
}

/** The organization of a new key, with the rules that decide what the key could do to money. */
export interface KeyOrganization {
  readonly slug: string
  readonly name: string
  readonly currency: string
  readonly role: Role
  readonly policy: ApprovalPolicy
  readonly max_spend: number | null
  /** Undefined if the page does not know it. */
  readonly room_daily?: number | null | undefined
  /** How far one call may move a budget; undefined if the page does not know it. */
  readonly api_budget_change_limit_pct?: number
}

/** How much more a key could spend that changes campaigns, by the rules of its organization. */
const moneyAtStake = ({ currency, max_spend, policy, room_daily }: KeyOrganization): string => {
  if (policy !== "off") return "Nothing more until an owner or admin approves it."
  if (max_spend === null) return "Any amount: there is no monthly cap. Set one first."
  return room_daily == null
    ? `Up to the room left under the monthly cap of ${money(max_spend, currency)}. With raises held below, nothing more without approval.`
    : `Up to ${money(room_daily, currency)} a day more: the room left under the cap. With raises held below, nothing more without approval.`
}

const presets: Readonly<
  Record<KeyPreset, { name: string; line: string; money: (organization: KeyOrganization) => string }>
> = {
  read: {
    name: "Read",
    line: "Campaigns, figures, search terms and reports.",
    money: () => "None. It cannot change anything."
  },
  propose: {
    name: "Propose",
    line: "Reads everything, and asks for changes. Every change waits for a person.",
    money: () => "None until an owner or admin approves."
  },
  operate: {
    name: "Operate",
    line: "Changes budgets, states and keywords, applies recommendations, undoes.",
    money: moneyAtStake
  }
}

interface Sent {
  readonly problems: ReadonlyArray<Problem>
  readonly sent: URLSearchParams | null
}

/** The usual choices of scopes, with what each could do to money. None is chosen at first. */
const presetCards = (organization: KeyOrganization, { sent }: Sent, required: boolean): Html =>
  html`<div class="presets">${Object.entries(presets).map(([name, { line, money, name: title }]) => {
    const { approvals, scopes } = keyPresets[name as KeyPreset]
    const allowed = isWithinMaxScopes(scopes, organization.role)
    return html`<label class="preset"><input type="radio" name="preset" value="${name}" data-scopes="${scopes.join(" ")}" data-approvals="${approvals}"${required ? html` required` : null}${name === sent?.get("preset") ? html` checked` : null}${allowed ? null : html` disabled`} /><b>${title}</b><span class="small soft">${line}</span><span class="cost small"><b class="small">Money</b> ${allowed ? money(organization) : `Needs the role ${roleFor("campaigns:write")}, which an owner can grant.`}</span></label>`
  })}</div>`

/** Creates a key with a name and a preset; the page of keys has every choice. */
export const quickKeyForm = (organization: KeyOrganization, request: BrowserRequest, sent: Sent): Html =>
  form(
    request,
    html`<div class="stack">${hidden({ action: "key" })}${textField({ name: "name", label: "Name of the key", hint: "Where it runs, such as “nightly agent”.", value: sent.sent?.get("name") ?? "", problems: sent.problems })}
<fieldset><legend>What it can do</legend>${presetCards(organization, sent, true)}</fieldset>
<div class="row"><button>Create key</button><span class="small soft">It is shown once.</span></div></div>`
  )

const scopeChoices = (role: Role): ReadonlyArray<Choice> => {
  const allowed = maxScopes(role)
  return scopes.map((scope) => ({
    value: scope,
    label: scopeMeanings[scope],
    ...(allowed.has(scope)
      ? {}
      : { hint: `Needs the role ${roleFor(scope)}, which an owner can grant`, disabled: true })
  }))
}

const policyNow: Readonly<Record<ApprovalPolicy, string>> = {
  off: "every change runs at once, within the limits.",
  raises: "changes that raise spend wait.",
  every_change: "every change waits."
}

const approvalChoices = ({ policy }: KeyOrganization): ReadonlyArray<Choice> => [
  {
    value: "organization",
    label: "As the organization",
    hint: `Now: ${policyNow[policy]} Follows the organization if its rule changes.`
  },
  {
    value: "raises",
    label: "Raises wait",
    hint: "A higher budget, a launch or a resumed campaign waits for approval. Everything else runs at once."
  },
  { value: "every_change", label: "Every change waits", hint: "Propose selects this." }
]

/** How long a new key can be valid, with the day on which it ends. */
const expiries = (now: number): ReadonlyArray<Choice> => [
  ...[7, 30, 90].map((days) => ({
    value: String(days),
    label: `in ${days} days, ${dayText(new Date(now + days * 86_400_000).toISOString())}`
  })),
  { value: wholeYear, label: "in a year" }
]

/** What a key of one choice could do: at once, after approval, and if it leaks. */
const could = (
  is: string,
  rows: ReadonlyArray<readonly [name: IconName, tone: string, title: string, text: string]>,
  leak: readonly [figure: string, of: string, text: string] | null
): Html =>
  html`<div data-could="${is}"><ul class="list">${rows.map(([name, tone, title, text]) => html`<li><span class="${tone}">${icon(name)}</span><div><b>${title}</b><p>${text}</p></div></li>`)}</ul>${
    leak === null
      ? null
      : html`<div class="pad"><p class="small soft">If the key leaks</p><p><span class="is">${leak[0]}</span> <span class="of">${leak[1]}</span></p><p class="small soft">${leak[2]}</p></div>`
  }</div>`

/** What the chosen key could do. The style sheet shows the part that fits the form beside it, without script. */
const couldCard = (organization: KeyOrganization): Html => {
  const { api_budget_change_limit_pct: step, currency, max_spend, room_daily } = organization
  const nothing = money(0, currency)
  const undone = "Every change could be undone; money already spent could not."
  const cap = max_spend === null ? "" : `pass ${money(max_spend, currency)} a month, `
  const never = `Never: ${cap}approve, invite people, change limits, or see other organizations.`
  const stepText = step === undefined ? "" : `At most ${step}% more in one call. `
  const withoutPerson = "more spend without a person"
  const leakAtOnce =
    max_spend === null
      ? (["Any amount", "", `There is no monthly cap. Set one first. ${undone}`] as const)
      : room_daily == null
        ? (["The room left", `under ${money(max_spend, currency)}`, undone] as const)
        : ([
            money(room_daily, currency),
            "a day more",
            `${money(room_daily * daysInCap, currency)} in ${daysInCap} days, the room left under the cap. ${undone}`
          ] as const)
  const afterApproval = "Owners and admins are emailed, and decide."
  return card({
    id: "could",
    title: "What this key could do",
    padded: false,
    body: html`<div role="status">${could("none", [["info", "soft", "Nothing yet", "Choose what it can do. This card follows each choice."]], null)}${could(
      "read",
      [
        [
          "check",
          "good",
          "Read, at once",
          "Campaigns, figures and reports, as its scopes allow. It cannot change anything."
        ]
      ],
      [nothing, "more spend", "Somebody could read campaigns, figures and reports until you revoke it."]
    )}${could("off", [["check", "good", "Change campaigns, at once", `Budgets, states, keywords and exclusions, within the limits. ${stepText}`]], leakAtOnce)}${could(
      "raises",
      [
        ["check", "good", "Lower spend, at once", "Pause campaigns, lower budgets, exclude searches."],
        ["clock", "warn", "Raise spend, after approval", `${stepText}${afterApproval}`]
      ],
      [nothing, withoutPerson, `It could pause everything that runs. ${undone}`]
    )}${could(
      "every_change",
      [["clock", "warn", "Every change, after approval", afterApproval]],
      [nothing, withoutPerson, "It could ask for changes, and read what its scopes allow."]
    )}</div>`,
    foot: never
  })
}

interface NewKeyCard extends Sent {
  readonly organization: KeyOrganization
  /** Where the form is sent. */
  readonly path: string
  /** What stands above the form. */
  readonly choice?: Content
}

/** Everything that can be chosen of a new key, beside what the choice means. Nothing is selected at first. */
export const newKeyCard = (
  { choice = null, organization, path, problems, sent }: NewKeyCard,
  request: BrowserRequest
): Html =>
  html`<div class="split new-key" data-policy="${organization.policy}">${card({
    id: "new",
    title: "New API key",
    note: `acts for you as ${organization.role} of ${organization.name}`,
    body: html`${choice}
${form(
  request,
  html`<div class="stack">${hidden({ action: "create", organization: organization.slug })}
<div class="duo">${textField({ name: "name", label: "Name", hint: "Say where it runs. It appears beside every change.", value: sent?.get("name") ?? "", problems })}
${select({ name: "valid_days", label: "Expires", hint: "One year at most. We email you before it expires.", value: sent?.get("valid_days") ?? wholeYear, choices: expiries(Date.now()), problems })}</div>
<fieldset><legend>What it can do</legend><span class="hint">Nothing is selected until you choose. Scopes that you tick yourself replace those of the choice.</span>${presetCards(organization, { problems, sent }, false)}</fieldset>
<details${(sent?.getAll("scope").length ?? 0) > 0 ? html` open` : null}><summary class="more">Choose scopes</summary><fieldset class="scopes"><legend class="sr">Scopes</legend>${choices("checkbox", "scope", scopeChoices(organization.role), sent?.getAll("scope") ?? [])}</fieldset></details>
<fieldset><legend>Approvals for this key</legend><span class="hint">The stricter of this and the organization’s rule decides. Only owners loosen it later.</span>${choices("radio", "held", approvalChoices(organization), [approvalsIn(sent?.get("held") ?? null)])}</fieldset>
<div class="row"><button>Create key</button><span class="small soft">The key is shown once, on this page.</span></div></div>`,
  path
)}`
  })}<div class="aside">${couldCard(organization)}</div></div>`

/** Which preset a key has; null for another choice of scopes. */
export const presetOf = (held: ReadonlyArray<Scope>, approvals: CredentialApprovals): string | null => {
  const changes = held.some(
    (scope) =>
      keyPresets.operate.scopes.includes(scope) && !scope.endsWith(":read") && scope !== "reports:generate"
  )
  if (!changes) return presets.read.name
  return approvals === "every_change" ? presets.propose.name : presets.operate.name
}
