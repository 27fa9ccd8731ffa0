import { membershipEndpoints, type PageData, Pages, slugFor } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../kit/browser-request.ts"
import { formProblems } from "../kit/form-problems.ts"
import { form, type Problem } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import { formPage } from "../kit/page-route.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { banner, card, head, linkButton, problemBanner, select, textField } from "../parts/index.ts"

const currencies = Intl.supportedValuesOf("currency")
const currencyName = new Intl.DisplayNames("en", { type: "currency" })

interface View {
  readonly canCreate: boolean
  readonly problems?: ReadonlyArray<Problem>
  readonly sent?: URLSearchParams
}

const newOrganizationPage = (
  { frame }: PageData<null>,
  request: BrowserRequest,
  { canCreate, problems = [], sent }: View
): Page => ({
  title: "New organization",
  dashboard: { frame, place: { of: "person", page: null } },
  body: html`${head({ title: "New organization", lead: "It has its own campaigns, members, keys and limits. You become its owner." })}
${problemBanner(problems, ["name", "slug", "currency"])}
${
  canCreate
    ? card({
        id: "new",
        title: "Organization",
        kind: "narrow",
        body: form(
          request,
          pagePaths.newOrganization,
          html`<div class="stack">${textField({ name: "name", label: "Name", autocomplete: "organization", value: sent?.get("name") ?? "", problems })}
${textField({ name: "slug", label: "Short name", required: false, hint: "Part of its addresses, such as northwind. Leave it empty to make it from the name.", value: sent?.get("slug") ?? "", problems })}
${select({ name: "currency", label: "Currency", hint: "Of all amounts and of its ad accounts. It cannot be changed later.", value: sent?.get("currency") ?? "USD", choices: currencies.map((code) => ({ value: code, label: `${code} – ${currencyName.of(code)}` })), problems })}
<div class="row"><button>Create organization</button>${linkButton(pagePaths.home, "Cancel")}</div></div>`
        )
      })
    : banner("plain", "On this service its operators create organizations. Ask them for one.")
}`
})

/** /new-organization: creates an organization, where the service's settings allow it. */
export const newOrganization = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const { canCreate, create } = yield* membershipEndpoints
    const page = pages.ofPerson("pages.new_organization", () => Effect.succeed(null))
    router.get(pagePaths.newOrganization, {
      name: "pages.new_organization",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => newOrganizationPage(data, request, { canCreate })
    })
    router.post(pagePaths.newOrganization, {
      name: "organizations.create",
      invocation: (_, sent) => {
        const name = sent.get("name") ?? ""
        const slug = (sent.get("slug") ?? "").trim() || slugFor(name)
        return Effect.succeed({ endpoint: create({ name, slug, currency: sent.get("currency") ?? "" }) })
      },
      render: ({ slug }) => ({ redirect: pagePaths.settings(slug, "accounts") }),
      showAgain: (error, request, sent) => {
        const problems = formProblems(error, {
          name: "The organization",
          slug: "The short name",
          currency: "The currency"
        })
        return problems === null
          ? null
          : formPage(page, (data) => newOrganizationPage(data, request, { canCreate, problems, sent }))
      }
    })
  })
