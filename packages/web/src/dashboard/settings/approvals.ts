import type { CurrentOrganization, PageData, RuleChanges, UpdatedRules } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  banner,
  card,
  choices,
  count,
  currencySign,
  facts,
  linkButton,
  money,
  split,
  textField
} from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

type Organization = Output<"organizations.get">

/** Which changes of keys and apps wait. */
export const policies = [
  { value: "off", label: "Off", hint: "Keys and apps change campaigns within the limits, at once." },
  {
    value: "raises",
    label: "Only changes that raise spend",
    hint: "A higher budget, a new campaign with a budget, or a campaign that goes live waits. Everything else is executed at once."
  },
  {
    value: "every_change",
    label: "Every change",
    hint: "Every change through a key or an app waits until an owner or admin approves it. People are not held."
  }
]

const previewChoice = {
  value: "yes",
  label: "Require a preview of changes that may do harm",
  hint: "A key or app has to preview a change first that loses conversions, blocks keywords, or raises a budget several times within a day. Pauses of campaigns, lower budgets and undo are never held up."
}

/** The values of the policy that are not fields of the same name. */
export const policyOf = (_: BrowserRequest, sent: URLSearchParams): RuleChanges => {
  const choice = sent.get("approvals")
  return {
    ...(choice === "raises" || choice === "every_change"
      ? { approvals_required: true, approvals_for: choice }
      : { approvals_required: false }),
    require_preview: sent.has("require_preview")
  }
}

const policyForm = (
  {
    approval_policy = "off",
    currency,
    require_preview = false,
    second_approval_above: above = null
  }: Organization,
  request: BrowserRequest,
  { problems, sent }: ShownPage<UpdatedRules>
): Html =>
  form(
    request,
    html`<div class="stack"><fieldset><legend class="sr">Changes that need approval</legend>${choices("radio", "approvals", policies, [approval_policy])}</fieldset>${textField(
      {
        name: "second_approval_above",
        label: "Two approvers above",
        type: "number",
        required: false,
        sign: currencySign(currency),
        hint: "If a change lets the organization spend more than this a day, two people have to approve it. Leave it empty if one is enough.",
        value: sent?.get("second_approval_above") ?? (above === null ? "" : String(above)),
        problems
      }
    )}<fieldset><legend>Previews</legend>${choices("checkbox", "require_preview", [previewChoice], require_preview ? ["yes"] : [])}</fieldset><div class="row"><button>Save policy</button></div></div>`
  )

/** The policy as people see it who cannot change it. */
const policyFacts = ({
  approval_policy,
  currency,
  require_preview = false,
  second_approval_above: above = null
}: Organization): Html => {
  const policy = policies.find(({ value }) => value === approval_policy) ?? policies[0]!
  return html`<p><b>${policy.label}.</b> ${policy.hint}</p>
${facts([
  ["Two approvers", above === null ? "never needed" : `above ${money(above, currency)} a day`],
  ["Previews", require_preview ? "required of changes that may do harm" : "not required"]
])}
${onlyOwners}`
}

/** Who decides, and what waits now. */
const decidingCard = ({ pending, slug }: CurrentOrganization): Html =>
  card({
    id: "deciding",
    title:
      pending === 0 ? "Nothing waits" : `${count(pending, "change")} ${pending === 1 ? "waits" : "wait"}`,
    body: html`<p>Owners and admins decide. They are told by email, and a request that nobody decides on expires.</p>
<p>A key or app can be held more strictly than the organization, never less. If only changes that raise spend wait, pauses and lower budgets run at once, so that an agent can stop spend.</p>
<div class="row">${linkButton(pagePaths.organization(slug, "optimizations"), pending === 0 ? "See what was decided" : "Review them")}</div>`
  })

const contentOf = (
  { data, frame }: PageData<Organization>,
  request: BrowserRequest,
  shown: ShownPage<UpdatedRules>
): Html =>
  html`${shown.result === null ? null : banner("good", html`Saved. ${shown.result.notes.map((note) => html`<p>${note}</p>`)}`)}
${split(
  card({
    id: "policy",
    title: "Which changes wait for a person",
    lead: "Of API keys and connected apps. What people do in the dashboard is not held.",
    body: isOwner(frame) ? policyForm(data, request, shown) : policyFacts(data)
  }),
  decidingCard(frame.organization!)
)}`

/** /o/{org}/settings/approvals: which changes wait for a person. */
export const approvalPolicy = (router: PageRouter) =>
  Effect.map(makeAdministrationForm, (administrationForm) =>
    settingsPage(router, {
      section: "approvals",
      name: "pages.organization_approvals",
      read: ({ read }) => read("organizations.get"),
      fields: ["second_approval_above"],
      forms: oneForm(
        "organizations.set",
        administrationForm("organizations.set", { values: policyOf, done: (updated) => ({ show: updated }) })
      ),
      render: (page, request, shown) => ({ body: contentOf(page, request, shown) })
    })
  )
