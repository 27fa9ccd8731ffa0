import { makeOutboxReader, type OutboxMail, type OutboxRow, type PageData, Settings } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type PageContent, personPage } from "../kit/dashboard-page.ts"
import { type Html, html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { badge, card, empty, head, items, relative } from "../parts/index.ts"

interface OutboxData {
  readonly rows: ReadonlyArray<OutboxRow>
  readonly mail: OutboxMail | null
}

const listed = 50

/** The text of an email, with its address as a link. */
const mailText = (text: string): Html =>
  html`<div class="document">${text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part))}</div>`

const outboxContent = ({ data: { mail, rows } }: PageData<OutboxData>): PageContent => ({
  title: "Outbox",
  showsSecret: true,
  body: html`${head({ title: "Outbox", lead: "Emails of this development server. Nothing leaves it without SMTP_URL." })}
${
  mail === null
    ? null
    : card({
        id: "mail",
        title: mail.mail?.subject ?? "Nothing to send any more",
        note: mail.recipient,
        body: mail.mail === null ? html`<p>What it was about is over.</p>` : mailText(mail.mail.text)
      })
}
${card({
  id: "mails",
  title: "Emails",
  padded: false,
  body:
    rows.length === 0
      ? empty({
          icon: "bell",
          title: "No email yet",
          text: "Invitations, password links and approval notices appear here."
        })
      : items(
          rows.map(({ created_at, id, kind, recipient, status }) => ({
            icon: "bell",
            href: `${pagePaths.outbox}?id=${id}`,
            title: kind.replaceAll("_", " "),
            line: html`${recipient} · ${relative(created_at)}`,
            end: badge("plain", status)
          }))
        )
})}`
})

/** /dev/outbox: what was or would be mailed, in development only. */
export const outbox = (router: PageRouter) =>
  Effect.gen(function* () {
    const reader = yield* makeOutboxReader
    const { development } = yield* Settings
    if (development === null) return
    personPage(router, {
      path: pagePaths.outbox,
      name: "pages.outbox",
      place: null,
      read: (_, { query }) => {
        const id = Number(query.get("id"))
        return Effect.all({
          rows: reader.list(listed),
          mail: Number.isSafeInteger(id) && id > 0 ? reader.show(id) : Effect.succeed(null)
        })
      },
      render: outboxContent
    })
  })
