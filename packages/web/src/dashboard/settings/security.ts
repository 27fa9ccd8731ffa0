import { type PageData, Pages, type SecurityRules, securityEndpoints } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  banner,
  card,
  choices,
  currencySign,
  facts,
  money,
  problemBanner,
  textField
} from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

interface View {
  readonly problems?: ReadonlyArray<Problem>
  readonly sent?: URLSearchParams
  readonly saved?: true
}

const amountText = (amount: number | null): string => (amount === null ? "" : String(amount))

const rulesForm = (
  { data, frame }: PageData<SecurityRules>,
  request: BrowserRequest,
  { problems = [], sent }: View
): Html => {
  const { currency, slug } = frame.organization!
  return form(
    request,
    pagePaths.settings(slug, "security"),
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

const securityPage = (page: PageData<SecurityRules>, request: BrowserRequest, view: View = {}): Page => {
  const { data, frame } = page
  const { currency } = frame.organization!
  const above = data.confirm_approval_above
  return settingsPage(
    frame,
    "security",
    html`${problemBanner(view.problems ?? [], ["confirm_approval_above"], frame.organization!.slug)}
${view.saved === true ? banner("good", "Saved.") : null}
${card({
  id: "security",
  title: "How people prove who they are",
  kind: "narrow",
  lead: "Creating keys, changing limits or roles, inviting people, and connecting ad accounts or webhooks always need a password that was entered within the last 10 minutes.",
  body: isOwner(frame)
    ? rulesForm(page, request, view)
    : html`${facts([
        ["Confirm raises above", above === null ? "never" : money(above, currency)],
        ["Second factor", data.second_factor_required ? "required" : "optional"]
      ])}${onlyOwners}`
})}`
  )
}

const rulesOf = (form: URLSearchParams): SecurityRules => {
  const above = (form.get("confirm_approval_above") ?? "").trim().replaceAll(",", "")
  return {
    confirm_approval_above: above === "" ? null : Number(above),
    second_factor_required: form.has("second_factor_required")
  }
}

/** /o/{org}/settings/security: how the people of the organization prove who they are. */
export const security = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* securityEndpoints
    const path = routePattern(pagePaths.settings(":org", "security"))
    const pageOf = (org: string) =>
      pages.ofOrganization("pages.security", org, ({ clearance }) => endpoints.read(clearance))

    router.get(path, {
      name: "pages.security",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: pageOf(org) }),
      render: (page, request) => securityPage(page, request)
    })
    router.post<SecurityRules>(path, {
      name: "organizations.set_security",
      invocation: ({ parameters: { org = "" } }, form) =>
        Effect.succeed({ endpoint: endpoints.set(org, rulesOf(form), "owner") }),
      render: (_, { parameters: { org = "" } }) => ({ redirect: pagePaths.settings(org, "security") }),
      showResult: (_, request) =>
        formPage(pageOf(request.parameters["org"]!), (page) => securityPage(page, request, { saved: true })),
      showAgain: (error, request, sent) => {
        const problems = formProblems(error, {
          confirm_approval_above: "The amount",
          second_factor_required: "The requirement"
        })
        return problems === null
          ? null
          : formPage(pageOf(request.parameters["org"]!), (page) =>
              securityPage(page, request, { problems, sent })
            )
      }
    })
  })
