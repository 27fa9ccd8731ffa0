import { type PageData, type SecurityRules, securityReads } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, choices, currencySign, facts, money, textField } from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

const amountText = (amount: number | null): string => (amount === null ? "" : String(amount))

const rulesForm = (
  { data, frame }: PageData<SecurityRules>,
  request: BrowserRequest,
  { problems, sent }: ShownPage<"saved">
): Html => {
  const { currency } = frame.organization!
  return form(
    request,
    html`<div class="stack">
${textField({
  name: "confirm_approval_above",
  label: "Confirm raises above",
  type: "number",
  required: false,
  sign: currencySign(currency),
  hint: "Approving or making a change that lets the organization spend more than this a day asks for the password again. Leave it empty to never ask.",
  value: sent?.get("confirm_approval_above") ?? amountText(data.confirm_approval_above),
  problems
})}
<fieldset><legend>Second factor</legend>${choices(
      "checkbox",
      "second_factor_required",
      [
        {
          value: "yes",
          label: "Require a second factor of every member",
          hint: html`Members and ad-operations staff without one cannot open the organization until they set it up. <a href="${pagePaths.account("factor")}">Set up yours first.</a>`
        }
      ],
      (sent?.has("second_factor_required") ?? data.second_factor_required) ? ["yes"] : []
    )}</fieldset>
<div class="row"><button>Save rules</button></div></div>`
  )
}

const contentOf = (
  page: PageData<SecurityRules>,
  request: BrowserRequest,
  shown: ShownPage<"saved">
): Html => {
  const { data, frame } = page
  const { currency } = frame.organization!
  const above = data.confirm_approval_above
  return html`${shown.result === null ? null : banner("good", "Saved.")}
${card({
  id: "security",
  title: "How people prove who they are",
  kind: "narrow",
  lead: "Creating keys, changing limits or roles, inviting people, and connecting ad accounts or webhooks always need a password that was entered within the last 10 minutes.",
  body: isOwner(frame)
    ? rulesForm(page, request, shown)
    : html`${facts([
        ["Confirm raises above", above === null ? "never" : money(above, currency)],
        ["Second factor", data.second_factor_required ? "required" : "optional"]
      ])}${onlyOwners}`
})}`
}

/** /o/{org}/settings/security: how the people of the organization prove who they are. */
export const security = (router: PageRouter) =>
  Effect.map(Effect.all([makeAdministrationForm, securityReads]), ([administrationForm, reads]) =>
    settingsPage(router, {
      section: "security",
      name: "pages.security",
      read: ({ clearance }) => reads.rules(clearance),
      fields: ["confirm_approval_above"],
      forms: oneForm(
        "organizations.set_security",
        administrationForm("organizations.set_security", { done: () => ({ show: "saved" as const }) })
      ),
      render: (page, request, shown) => ({ body: contentOf(page, request, shown) })
    })
  )
