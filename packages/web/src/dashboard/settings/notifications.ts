import {
  type DeliveryView,
  overlapHours,
  type PageData,
  type ShownWebhook,
  webhookReads
} from "@adwarden/core"
import { chosenEvents, type EventType, events, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { organizationFile, type ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { idIn } from "../../kit/local-path.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkToFile, mostRows, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  buttonForm,
  card,
  choices,
  copyable,
  count,
  empty,
  facts,
  hidden,
  moment,
  relative,
  split,
  table,
  textField
} from "../../parts/index.ts"
import { settingsPage } from "./section.ts"

/** The result is the secret of a webhook that was just added, or its new one. */
type Shown = ShownPage<string>

const messages = {
  removed: "The webhook was removed. Nothing is sent to it any more.",
  off: "The webhook is off. Nothing is sent to it any more.",
  on: "The webhook is on. It gets what happens from now on.",
  test: "The test is on its way. Reload this page to see its result.",
  resent: "The event is on its way again. Reload this page to see its result."
}

const results = {
  waiting: badge("wait", "On its way"),
  sent: badge("ok", "Delivered"),
  dropped: badge("plain", "Not needed"),
  failed: badge("fail", "Failed")
} as const

const titleOf = (type: string): string => events[type as EventType]?.title ?? type

const formatNames = { signed: "Signed events", slack: "Slack's format" } as const

const stateOf = ({ disabled_at, failing_since }: ShownWebhook): Content => {
  if (disabled_at !== null) return html`${badge("plain", "Off")} since ${moment(disabled_at)}`
  return failing_since === null
    ? badge("ok", "On")
    : html`${badge("fail", "Failing")} since ${moment(failing_since)}`
}

const detailOf = ({ attempts, failure, response_status, status }: DeliveryView): string => {
  if (attempts === 0) return ""
  const answer = failure ?? (response_status === null ? "" : `Status ${response_status}.`)
  return `${answer} ${count(attempts, "attempt")}.${status === "waiting" ? " It will be tried again." : ""}`
}

/** The newest events, so that an owner sees whether they arrive. */
const deliveriesOf = ({ deliveries, disabled_at, id }: ShownWebhook, request: BrowserRequest): Html =>
  deliveries.length === 0
    ? empty({
        icon: "bell",
        title: "No event yet",
        text: "Send a test to see whether it arrives."
      })
    : table({
        labelledBy: `webhook-${id}`,
        rows: deliveries,
        columns: [
          {
            title: "Event",
            cell: ({ created_at, type }) =>
              html`${titleOf(type)}<span class="small">${relative(created_at)}</span>`
          },
          {
            title: "Result",
            cell: (delivery) =>
              html`${results[delivery.status]}<span class="small">${detailOf(delivery)}</span>${
                delivery.status === "waiting" || disabled_at !== null
                  ? null
                  : buttonForm(
                      request,
                      { action: "resend", id: delivery.id },
                      html`<button class="quiet tiny">Send again</button>`
                    )
              }`
          }
        ]
      })

const deliveriesFile = (rows: ReadonlyArray<DeliveryView>, name: string): FileResponse =>
  tableFile({
    name,
    rows,
    columns: {
      at: ({ created_at }) => created_at,
      event: ({ type }) => type,
      status: ({ status }) => status,
      attempts: ({ attempts }) => attempts,
      response_status: ({ response_status }) => response_status,
      failure: ({ failure }) => failure
    }
  })

const webhookCard = (webhook: ShownWebhook, request: BrowserRequest): Html => {
  const { created_at, created_by, disabled_at, format, host, id, previous_until } = webhook
  const button = (action: string, label: string, kind = "quiet") =>
    buttonForm(request, { action, id }, html`<button class="${kind}">${label}</button>`)
  return html`${card({
    id: `webhook-${id}`,
    title: host,
    note: formatNames[format],
    ...(webhook.deliveries.length === 0
      ? {}
      : { actions: linkToFile(pagePaths.settings(request.org, "notifications"), `webhook=${id}`) }),
    body: html`${facts([
      ["State", stateOf(webhook)],
      [
        "Events",
        html`<ul class="bullets">${webhook.events.map((type) => html`<li>${titleOf(type)}</li>`)}</ul>`
      ],
      ["Added", html`${moment(created_at)}${created_by === null ? null : html` by ${created_by}`}`],
      ["Earlier secret", previous_until === null ? null : html`valid until ${moment(previous_until)}`]
    ])}
<div class="row">${disabled_at === null ? button("test", "Send a test") : button("on", "Turn on")}${button("rotate", "Replace the secret")}${disabled_at === null ? button("off", "Turn off") : null}${button("remove", "Remove", "quiet bad")}</div>
${deliveriesOf(webhook, request)}`
  })}`
}

const addCard = (request: BrowserRequest, { problems, sent }: Shown): Html =>
  card({
    id: "add",
    title: "Add a webhook",
    lead: "A program of yours, or a chat, gets what happens as soon as it happens.",
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "create" })}${textField({
        name: "url",
        label: "URL",
        hint: "A public https:// address. For Slack: Incoming webhooks › Add new webhook.",
        value: sent?.get("url") ?? "",
        problems
      })}<fieldset><legend>Format</legend>${choices(
        "radio",
        "format",
        [
          {
            value: "signed",
            label: formatNames.signed,
            hint: html`For programs: signed as <a href="/docs/guides/webhooks">the guide</a> shows.`
          },
          { value: "slack", label: formatNames.slack, hint: "For Slack, and chats that accept its format." }
        ],
        [sent?.get("format") ?? "signed"]
      )}</fieldset><fieldset class="two"><legend>Events</legend>${choices(
        "checkbox",
        "events",
        chosenEvents.map((type) => ({ value: type, label: titleOf(type) })),
        sent?.getAll("events") ?? chosenEvents.filter((type) => type !== "notice")
      )}</fieldset><div class="row"><button>Add the webhook</button></div></div>`
    )
  })

/** What a receiver gets, and what happens when it fails. */
const arrivalCard = card({
  id: "arrival",
  title: "What arrives",
  body: html`<ul class="bullets"><li>A POST with the event as JSON: its type, its time and its data, with the address of its page.</li>
<li>Headers that sign it. <code>client.webhooks.verify</code> checks them and gives the event its type.</li>
<li>What does not arrive is tried again for about a day, and can be sent again here.</li>
<li>A webhook of which nothing arrives for three days is turned off, and owners get an email.</li></ul>
<p class="small"><a href="/docs/guides/webhooks">Get events by webhook</a></p>`
})

const secretCard = (secret: string): Html =>
  card({
    id: "secret",
    kind: "once",
    title: "The secret of the webhook",
    body: html`<p><b>Copy it now. It is shown this once.</b> A receiver checks with it that an event comes from here. Slack does not need it.</p>${copyable(secret, "the secret")}<p class="small soft">A secret before this one signs too for ${overlapHours} hours, so that you can replace it without a gap.</p>`
  })

const contentOf = (
  { data: webhooks }: PageData<ReadonlyArray<ShownWebhook>>,
  request: BrowserRequest,
  shown: Shown
): Html =>
  html`${shown.result === null ? null : secretCard(shown.result)}
${split(html`${webhooks.map((webhook) => webhookCard(webhook, request))}${addCard(request, shown)}`, arrivalCard)}
<p class="small soft">Each person chooses their emails under <a href="${pagePaths.account("notifications")}">Account › Notifications</a>.</p>`

/** /o/{org}/settings/notifications: the organization's webhooks, for owners. */
export const organizationNotifications = (router: PageRouter) =>
  Effect.map(Effect.all([makeAdministrationForm, webhookReads]), ([administrationForm, reads]) => {
    const show = { done: (secret: string) => ({ show: secret }) }
    const webhookOf = ({ query }: BrowserRequest): number => idIn(query.get("webhook"))
    organizationFile(router, {
      path: pagePaths.settings(":org", "notifications"),
      name: "pages.organization_notifications",
      read: ({ clearance }, request) => reads.deliveries(clearance, webhookOf(request), mostRows),
      file: ({ data, organization: { slug } }, request) =>
        deliveriesFile(data, `${slug}-webhook-${webhookOf(request)}`)
    })
    return settingsPage(router, {
      section: "notifications",
      name: "pages.organization_notifications",
      read: ({ clearance }) => reads.webhooks(clearance),
      fields: ["url"],
      messages,
      forms: formsByAction("webhooks.change", {
        create: administrationForm("webhooks.create", show),
        rotate: administrationForm("webhooks.rotate", show),
        on: administrationForm("webhooks.turn_on", { done: "on" }),
        off: administrationForm("webhooks.turn_off", { done: "off" }),
        test: administrationForm("webhooks.test", { done: "test" }),
        resend: administrationForm("webhooks.resend", { done: "resent" }),
        remove: administrationForm("webhooks.remove", { done: "removed" })
      }),
      render: (page, request, shown) => ({
        body: contentOf(page, request, shown),
        showsSecret: shown.result !== null
      })
    })
  })
