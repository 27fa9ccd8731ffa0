import { alwaysSent, noticeChoices, type PageData, Pages, personSettings } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest, Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, choices, head } from "../../parts/index.ts"

const path = pagePaths.account("notifications")

const notificationsPage = (
  { data: muted, frame }: PageData<ReadonlyArray<string>>,
  request: BrowserRequest
): Page => ({
  title: "Notifications",
  dashboard: { frame, place: { of: "account", page: "notifications" } },
  body: html`${head({
    title: "Notifications",
    lead: `Emails to ${frame.person.email}, where your role lets you act.`
  })}
${request.query.get("done") === "saved" ? banner("good", "Saved.") : null}
${card({
  id: "emails",
  title: "Emails",
  kind: "narrow",
  lead: "The first comes at once. More of the same kind come together, at most once an hour.",
  body: form(
    request,
    path,
    html`<div class="stack"><fieldset><legend class="sr">Emails</legend>${choices(
      "checkbox",
      "kind",
      noticeChoices.map(({ hint, name, title }) => ({ value: name, label: title, hint })),
      noticeChoices.flatMap(({ name }) => (muted.includes(name) ? [] : [name]))
    )}</fieldset><div class="row"><button>Save emails</button></div></div>`
  )
})}
${card({
  id: "always",
  title: "Always sent",
  kind: "narrow",
  lead: "These come at once and cannot be turned off.",
  body: alwaysSent.map(({ hint, title }) => html`<p><b>${title}.</b> <span class="soft">${hint}</span></p>`)
})}`
})

/** /account/notifications: the emails that a person gets. */
export const accountNotifications = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const settings = yield* personSettings
    router.get(path, {
      name: "pages.notifications",
      invocation: () => Effect.succeed({ endpoint: pages.ofPerson("pages.notifications", settings.muted) }),
      render: (page, request) => notificationsPage(page, request)
    })
    router.post(path, {
      name: "people.set_notifications",
      invocation: (_, form) => Effect.succeed({ endpoint: settings.setNotices(form.getAll("kind")) }),
      render: () => ({ redirect: `${path}?done=saved` })
    })
  })
