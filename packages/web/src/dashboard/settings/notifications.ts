import { type PageData, Pages, WebhookEndpoints, type WebhookView } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { lookUp } from "../../kit/local-path.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  banner,
  card,
  copyable,
  empty,
  facts,
  hidden,
  moment,
  problemBanner,
  relative,
  table,
  textField
} from "../../parts/index.ts"
import { settingsPage } from "./section.ts"

interface View {
  readonly problems?: ReadonlyArray<Problem>
  readonly sent?: URLSearchParams
  /** The signing secret of a webhook that was just set. */
  readonly secret?: string
}

const doneMessages: Readonly<Record<string, string>> = {
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

const webhookCard = (webhook: WebhookView, slug: string, request: BrowserRequest): Html => {
  const path = pagePaths.settings(slug, "notifications")
  return card({
    id: "webhook",
    title: "Webhook",
    kind: "narrow",
    body: html`${facts([
      ["Posts to", webhook.host],
      ["Set", html`${moment(webhook.set_at)}${webhook.set_by === null ? null : html` by ${webhook.set_by}`}`]
    ])}
<div class="row">${form(request, path, html`${hidden({ action: "test" })}<button class="quiet">Send a test message</button>`)}${form(request, path, html`${hidden({ action: "remove" })}<button class="quiet bad">Remove the webhook</button>`)}</div>`
  })
}

const urlCard = (
  replaces: boolean,
  slug: string,
  request: BrowserRequest,
  { problems = [], sent }: View
): Html =>
  card({
    id: "url-card",
    title: replaces ? "Replace the webhook" : "Post to Slack",
    kind: "narrow",
    lead: "Notices appear in a channel as soon as they arise: changes that wait for approval, broken logins, failed tasks, a nearly used spend cap, exposed and expiring keys.",
    body: form(
      request,
      pagePaths.settings(slug, "notifications"),
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

const notificationsPage = (
  { data: webhook, frame }: PageData<WebhookView | null>,
  request: BrowserRequest,
  view: View = {}
): Page => {
  const { slug } = frame.organization!
  const done = lookUp(doneMessages, request.query.get("done"))
  const page = settingsPage(
    frame,
    "notifications",
    html`${problemBanner(view.problems ?? [], ["url"], slug)}
${done === undefined ? null : banner("good", done)}
${view.secret === undefined ? null : secretCard(view.secret)}
${webhook === null ? null : html`${webhookCard(webhook, slug, request)}${deliveriesCard(webhook)}`}
${urlCard(webhook !== null, slug, request, view)}
<p class="small soft">Each person chooses their emails under <a href="${pagePaths.account("notifications")}">Account › Notifications</a>.</p>`
  )
  return view.secret === undefined ? page : { ...page, dashboard: { ...page.dashboard!, showsSecret: true } }
}

/** /o/{org}/settings/notifications: the organization's webhook, for owners. */
export const organizationNotifications = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* WebhookEndpoints
    const path = routePattern(pagePaths.settings(":org", "notifications"))
    const pageOf = (org: string) =>
      pages.ofOrganization("pages.organization_notifications", org, ({ clearance }) =>
        endpoints.view(clearance)
      )

    router.get(path, {
      name: "pages.organization_notifications",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: pageOf(org) }),
      render: (page, request) => notificationsPage(page, request)
    })
    router.post<string | null>(path, {
      name: "webhooks.set",
      invocation: ({ parameters: { org = "" } }, form) => {
        const action = form.get("action")
        if (action === "test") return Effect.succeed({ endpoint: endpoints.test(org) })
        if (action === "remove") return Effect.succeed({ endpoint: endpoints.remove(org) })
        return Effect.succeed({ endpoint: endpoints.set(org, form.get("url") ?? "") })
      },
      render: (_, { parameters: { org = "" } }, form) => ({
        redirect: `${pagePaths.settings(org, "notifications")}?done=${form.get("action") === "test" ? "test" : "removed"}`
      }),
      showResult: (secret, request) =>
        secret === null
          ? null
          : formPage(pageOf(request.parameters["org"]!), (page) =>
              notificationsPage(page, request, { secret })
            ),
      showAgain: (error, request, sent) => {
        const problems = formProblems(error, { url: "The URL" })
        return problems === null
          ? null
          : formPage(pageOf(request.parameters["org"]!), (page) =>
              notificationsPage(page, request, { problems, sent })
            )
      }
    })
  })
