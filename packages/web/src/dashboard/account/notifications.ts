import { alwaysSent, noticeChoices, ownAccountReads, type PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, choices, head } from "../../parts/index.ts"

const path = pagePaths.account("notifications")

const contentOf = (
  { data: muted, frame }: PageData<ReadonlyArray<string>>,
  request: BrowserRequest,
  { banners }: ShownPage
): PageContent => ({
  title: "Notifications",
  body: html`${head({
    title: "Notifications",
    lead: `Emails to ${frame.person.email}, where your role lets you act.`
  })}
${banners}
${card({
  id: "emails",
  title: "Emails",
  kind: "narrow",
  lead: "The first comes at once. More of the same kind come together, at most once an hour.",
  body: form(
    request,
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
  Effect.map(Effect.all([makeAdministrationForm, ownAccountReads]), ([administrationForm, reads]) => {
    accountPage(router, {
      path,
      name: "pages.notifications",
      place: "notifications",
      read: reads.mutedNotices,
      messages: { saved: "Saved." },
      forms: oneForm(
        "people.set_notifications",
        administrationForm("people.set_notifications", {
          values: (_, sent) => ({ kinds: sent.getAll("kind") }),
          ownErrorPage: true,
          done: "saved"
        })
      ),
      render: contentOf
    })
  })
