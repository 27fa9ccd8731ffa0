import type { Setup } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html, truncateName } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  badge,
  buttonForm,
  card,
  choices,
  copyable,
  count,
  currencySign,
  hidden,
  icon,
  money,
  select,
  textField
} from "../../parts/index.ts"
import { type NewSecret, quickKeyForm } from "../account/index.ts"
import { policies } from "../settings/approvals.ts"
import { keyOrganization } from "../settings/keys.ts"
import { roleChoices } from "../settings/members.ts"
import { firstSyncLive } from "./first-sync.ts"

export interface SetupView {
  readonly organization: Output<"organizations.get">
  readonly setup: Setup
  readonly request: BrowserRequest
  readonly shown: ShownPage<NewSecret>
  /** Whether the service is set up for an ad platform. */
  readonly canConnect: boolean
  readonly mcpUrl: string
}

interface Step {
  readonly title: string
  readonly done: boolean
  readonly line: Content
  /** The word of the button that opens it. */
  readonly open: string
  /** The actions of its forms. */
  readonly actions: ReadonlyArray<string>
  readonly body: Html
  readonly badge?: Html | null
}

/** The problems and values of the form that was sent; none for the others. */
const sentOf = (action: string, { problems, sent }: ShownPage<NewSecret>) =>
  sent?.get("action") === action ? { problems, sent } : { problems: [], sent: null }

const accountStep = ({ canConnect, organization, request, setup }: SetupView): Step => {
  const [only, ...others] = setup.accounts
  const [sync] = setup.firstSyncs
  const button = buttonForm(request, { action: "connect" }, html`<button>Connect Google Ads</button>`)
  return {
    title: "Connect an ad account",
    done: only !== undefined,
    line:
      only === undefined
        ? "Google asks you for access, and you choose the account. Connecting only reads."
        : html`${only}${others.length === 0 ? null : ` and ${others.length} more`}. <a href="${pagePaths.settings(organization.slug, "accounts")}">Connect another</a>`,
    open: "Connect",
    actions: ["connect"],
    body:
      only === undefined
        ? canConnect
          ? button
          : html`<p class="small">This service is not set up for Google Ads. Its operator follows the guide “Connect Google Ads” once.</p>`
        : html`${firstSyncLive(setup.firstSyncs, "in")}`,
    badge: sync === undefined ? null : badge("info", "First sync")
  }
}

const capStep = ({ organization, request, shown }: SetupView): Step => {
  const { committed_monthly = 0, currency, max_spend } = organization
  const { problems, sent } = sentOf("cap", shown)
  return {
    title: "Set a monthly cap",
    done: max_spend !== null,
    line:
      max_spend === null
        ? "The most that budgets may commit in 30 days. No person, key or app can pass it."
        : `${money(max_spend, currency)} in 30 days.`,
    open: "Set",
    actions: ["cap"],
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "cap" })}<div class="fields">${textField({ name: "max_spend", label: "Monthly cap", type: "number", sign: currencySign(currency), value: sent?.get("max_spend") ?? "", problems })}<button>Set cap</button></div>
<p class="small soft">${committed_monthly === 0 ? "No budget commits anything yet." : `Budgets commit ${money(committed_monthly, currency)} in 30 days now. A lower cap stops nothing that runs.`}</p></div>`
    )
  }
}

const approvalsStep = ({ organization, request, setup }: SetupView): Step => {
  const { approval_policy = "off", require_preview = false } = organization
  return {
    title: "Decide on approvals",
    done: setup.approvalsDecided,
    line: setup.approvalsDecided
      ? `${policies.find(({ value }) => value === approval_policy)?.label ?? "Off"}.`
      : html`Which changes by keys and apps wait for you. ${approval_policy === "every_change" ? "Until you choose, every change waits." : "Until you choose, none waits."}`,
    open: "Choose",
    actions: ["approvals"],
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "approvals", ...(require_preview ? { require_preview: "yes" } : {}) })}<fieldset><legend class="sr">Changes that wait</legend>${choices("radio", "approvals", policies, [approval_policy])}</fieldset><div class="row"><button>Save choice</button></div></div>`
    )
  }
}

const accessStep = ({ mcpUrl, organization, request, setup, shown }: SetupView): Step => {
  const { apps, keys } = setup
  const named = apps.map(truncateName).join(", ")
  return {
    title: "Create a key or connect an app",
    done: keys + apps.length > 0,
    line:
      keys + apps.length === 0
        ? "Nothing has access yet."
        : html`${keys === 0 ? null : count(keys, "key")}${keys === 0 || apps.length === 0 ? null : " and "}<bdi>${named}</bdi>.`,
    open: "Create",
    actions: ["key"],
    body: html`<div class="stack">${quickKeyForm(keyOrganization(organization), request, sentOf("key", shown))}
<div class="stack"><b>Or connect an app</b><p class="small soft">In Claude or another app, add a connector with this address. The app then asks you for access.</p>${copyable(mcpUrl, "the address")}</div></div>`
  }
}

const colleagueStep = ({ request, setup, shown }: SetupView): Step => {
  const { invited, members } = setup
  const { problems, sent } = sentOf("invite", shown)
  return {
    title: "Invite a colleague",
    done: members > 1 || invited > 0,
    line:
      members > 1
        ? `${count(members, "member")}.`
        : invited > 0
          ? `${count(invited, "invitation")} sent.`
          : "You are the only member. A second owner can help if you lose access. Optional.",
    open: "Invite",
    actions: ["invite"],
    body: form(
      request,
      html`<div class="fields">${hidden({ action: "invite" })}${textField({ name: "email", label: "Email", type: "email", value: sent?.get("email") ?? "", problems })}${select({ name: "role", label: "Role", value: sent?.get("role") ?? "owner", choices: roleChoices })}<button>Send invitation</button></div>`
    )
  }
}

const stepsOf = (view: SetupView): ReadonlyArray<Step> => [
  accountStep(view),
  capStep(view),
  approvalsStep(view),
  accessStep(view),
  colleagueStep(view)
]

const doneStep = ({ badge: end, body, line, title }: Step, keepsBody: boolean): Html =>
  html`<li class="done"><span class="n">${icon("check")}<span class="sr">Done:</span></span><div><h3>${title}</h3><p class="soft">${line}</p></div>${end ?? null}${keepsBody ? body : null}</li>`

const openStep = ({ body, line, open, title }: Step, number: number, isOpen: boolean): Html =>
  html`<li><span class="n" aria-hidden="true">${number}</span><details name="setup"${isOpen ? html` open` : null}><summary><span><b>${title}</b><span class="hint soft">${line}</span></span><span class="button quiet tiny" aria-hidden="true">${open}</span></summary><div class="in">${body}</div></details></li>`

/** Whether the address asks for the checklist, although it was put away or is done. */
export const asksForSetup = ({ query }: BrowserRequest): boolean => query.has("setup")

/** Whether the checklist of an organization is on its overview: for owners, until all is done or it is put away. */
export const showsSetup = (view: SetupView): boolean =>
  view.organization.role === "owner" &&
  (asksForSetup(view.request) || (view.setup.shown && stepsOf(view).some(({ done }) => !done)))

/** What a new organization needs, each step with its form in place. */
export const setupCard = (view: SetupView): Html => {
  const { organization, request, setup, shown } = view
  const steps = stepsOf(view)
  const sent = shown.sent?.get("action") ?? ""
  const asked = steps.findIndex(({ actions }) => actions.includes(sent))
  const now = asked >= 0 && !steps[asked]!.done ? asked : steps.findIndex(({ done }) => !done)
  return card({
    id: "setup",
    title: `Set up ${organization.name}`,
    note: `${steps.filter(({ done }) => done).length} of ${steps.length} done`,
    actions: buttonForm(request, { action: "put_away" }, html`<button class="quiet tiny">Put away</button>`),
    padded: false,
    body: html`<ol class="steps">${steps.map((step, n) =>
      step.done ? doneStep(step, n === 0 && setup.firstSyncs.length > 0) : openStep(step, n + 1, n === now)
    )}</ol>`
  })
}
