import { type PageData, type WebhookView, webhookReads } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  buttonForm,
  card,
  copyable,
  empty,
  facts,
  hidden,
  moment,
  relative,
  table,
  textField
} from "../../parts/index.ts"
import { settingsPage } from "./section.ts"

/** The result is the signing secret of a webhook that was just set. */
type Shown = ShownPage<string>

const messages = {
  removed: "The webhook was removed. Nothing is posted any more.",
  test: "The test message is on its way. Reload this page to see its result."
}

const results = {
  waiting: badge("wait", "On its way"),
  sent: badge("ok", "Delivered"),
  dropped: badge("plain", "No longer needed"),
  failed: badge("fail", "Failed")
} as const

/** "Broken login" of `broken_login`. */
const titleOf = (kind: string): string =>
  `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`.replaceAll("_", " ")

/** The newest messages, so that an owner sees whether they arrive. */
const deliveriesCard = ({ deliveries }: WebhookView): Html =>
  card({
    id: "deliveries",
    title: "Messages",
    note: deliveries.length === 0 ? "" : "newest first",
    kind: "narrow",
    padded: false,
    body:
      deliveries.length === 0
        ? empty({
            icon: "bell",
            title: "No message yet",
            text: "Send a test message to see whether it arrives."
          })
        : table({
            labelledBy: "deliveries",
            rows: deliveries,
            columns: [
              {
                title: "Message",
                cell: ({ at, created_at, kind }) =>
                  html`${titleOf(kind)}<span class="small">${relative(at ?? created_at)}</span>`
              },
              {
                title: "Result",
                cell: ({ failure, status }) =>
                  html`${results[status]}${failure === null ? null : html`<span class="small">${failure}${status === "waiting" ? " It will be tried again." : ""}</span>`}`
              }
            ]
          })
  })

const webhookCard = (webhook: WebhookView, request: BrowserRequest): Html =>
  card({
    id: "webhook",
    title: "Webhook",
    kind: "narrow",
    body: html`${facts([
      ["Posts to", webhook.host],
      ["Set", html`${moment(webhook.set_at)}${webhook.set_by === null ? null : html` by ${webhook.set_by}`}`]
    ])}
<div class="row">${buttonForm(request, { action: "test" }, html`<button class="quiet">Send a test message</button>`)}${buttonForm(request, { action: "remove" }, html`<button class="quiet bad">Remove the webhook</button>`)}</div>`
  })

const urlCard = (replaces: boolean, request: BrowserRequest, { problems, sent }: Shown): Html =>
  card({
    id: "url-card",
    title: replaces ? "Replace the webhook" : "Post to Slack",
    kind: "narrow",
    lead: "Notices appear in a channel as soon as they arise: changes that wait for approval, broken logins, failed tasks, a nearly used spend cap, exposed and expiring keys.",
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "set" })}${textField({
        name: "url",
        label: "Webhook URL",
        hint: "In Slack: Incoming webhooks › Add new webhook. Other services that accept Slack's format work too.",
        value: sent?.get("url") ?? "",
        problems
      })}<div class="row"><button>${replaces ? "Replace" : "Set the webhook"}</button></div></div>`
    )
  })

const secretCard = (secret: string): Html =>
  card({
    id: "secret",
    kind: "once",
    title: "The webhook is set",
    body: html`<p><b>Copy its signing secret now if you check signatures. It is shown this once.</b> Slack does not need it.</p>${copyable(secret, "the signing secret")}<p class="small soft">Each message has the header <code>X-Adwarden-Signature</code>: <code>v1=</code> and the HMAC-SHA256 of <code>v1:timestamp:body</code>, with the time from <code>X-Adwarden-Timestamp</code>.</p>`
  })

const contentOf = (
  { data: webhook }: PageData<WebhookView | null>,
  request: BrowserRequest,
  shown: Shown
): Html =>
  html`${shown.result === null ? null : secretCard(shown.result)}
${webhook === null ? null : html`${webhookCard(webhook, request)}${deliveriesCard(webhook)}`}
${urlCard(webhook !== null, request, shown)}
<p class="small soft">Each person chooses their emails under <a href="${pagePaths.account("notifications")}">Account › Notifications</a>.</p>`

/** /o/{org}/settings/notifications: the organization's webhook, for owners. */
export const organizationNotifications = (router: PageRouter) =>
  Effect.map(Effect.all([makeAdministrationForm, webhookReads]), ([administrationForm, reads]) =>
    settingsPage(router, {
      section: "notifications",
      name: "pages.organization_notifications",
      read: ({ clearance }) => reads.webhook(clearance),
      fields: ["url"],
      messages,
      forms: formsByAction("webhooks.set", {
        set: administrationForm("webhooks.set", { done: (secret) => ({ show: secret }) }),
        test: administrationForm("webhooks.test", { done: "test" }),
        remove: administrationForm("webhooks.remove", { done: "removed" })
      }),
      render: (page, request, shown) => ({
        body: contentOf(page, request, shown),
        showsSecret: shown.result !== null
      })
    })
  )
