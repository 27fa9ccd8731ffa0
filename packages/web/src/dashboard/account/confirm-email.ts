import { emailAddressEndpoints, type PageData, Pages } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, facts, head, hidden, linkButton } from "../../parts/index.ts"

const profilePath = pagePaths.account("profile")

const confirmPage = ({ data: email, frame }: PageData<string>, request: BrowserRequest): Page => ({
  title: "Change your email address",
  dashboard: { frame, place: { of: "account", page: "profile" } },
  body: html`${head({ title: "Change your email address?" })}
${card({
  id: "address",
  title: "Email address",
  kind: "narrow",
  body: html`${facts([
    ["Now", frame.person.email],
    ["From now on", html`<b>${email}</b>`]
  ])}
${form(
  request,
  pagePaths.confirmEmail,
  html`${hidden({ token: request.query.get("token") ?? "" })}<div class="row"><button>Use ${email}</button>${linkButton(profilePath, "Keep the old one")}</div>`
)}`
})}`
})

/** /account/email: the page of the link that went to a new address. */
export const confirmEmail = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* emailAddressEndpoints
    router.get(pagePaths.confirmEmail, {
      name: "pages.confirm_email",
      invocation: ({ query }) =>
        Effect.succeed({
          endpoint: pages.ofPerson("pages.confirm_email", (clearance) =>
            endpoints.confirmed(query.get("token") ?? "", clearance)
          )
        }),
      render: (page, request) => confirmPage(page, request)
    })
    router.post(pagePaths.confirmEmail, {
      name: "people.change_email",
      invocation: ({ session }, sent) =>
        Effect.succeed({ endpoint: endpoints.confirm(sent.get("token") ?? "", session) }),
      render: () => ({ redirect: `${profilePath}?done=email` })
    })
  })
