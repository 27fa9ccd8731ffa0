import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type LinkTarget, MailedLinks } from "../../access/index.ts"
import { NotFound } from "../../contract/index.ts"
import { MailTransport, type RenderedEmail, renderEmail } from "../../outbound/mail.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { Settings } from "../../settings.ts"
import { purgeExpired } from "../../storage/index.ts"
import { type Consumer, registerConsumer } from "../../tasks/registries.ts"
import { type EmailDraft, type EmailRow, withAddresses } from "./email-draft.ts"
import { makeEmailDraft } from "./email-drafts.ts"
import { mailQueue } from "./mailer.ts"

/** Creates the links that grant access to their holder, and writes emails with them. */
export const makeEmailWriter = Effect.gen(function* () {
  const links = yield* MailedLinks
  const { appUrl } = yield* Settings

  const linkTo = (path: string, target: LinkTarget): Effect.Effect<string, SqlError> =>
    Effect.map(links.mint(target), (token) => `${appUrl}${path}?token=${token}`)

  const write = (draft: EmailDraft): Effect.Effect<RenderedEmail, SqlError> => {
    const { button } = draft
    const content = { ...draft, paragraphs: withAddresses(draft.paragraphs, appUrl) }
    if (button === null) return Effect.succeed(renderEmail({ ...content, button: null }))
    const address =
      button.link === null ? Effect.succeed(`${appUrl}${button.path}`) : linkTo(button.path, button.link)
    return Effect.map(address, (url) => renderEmail({ ...content, button: { label: button.label, url } }))
  }

  return { linkTo, write }
})

/** An email as lists show it. */
export interface OutboxRow {
  readonly id: number
  readonly kind: EmailRow["kind"]
  readonly recipient: string
  readonly created_at: string
  readonly status: "waiting" | "sent" | "dropped" | "failed"
  readonly failure: string | null
}

export interface OutboxMail extends OutboxRow {
  /** The content as sent, or as it would be sent now; null if its subject no longer exists. */
  readonly mail: RenderedEmail | null
}

const columns = `id, kind, recipient, created_at, failure,
  case when sent_at is not null then 'sent' when dropped_at is not null then 'dropped'
    when failed_at is not null then 'failed' else 'waiting' end as status`

/** Reads emails: the newest, or one with its text. */
export const makeOutboxReader = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const emailDraftOf = yield* makeEmailDraft
  const { write } = yield* makeEmailWriter

  return {
    list: (limit: number): Effect.Effect<ReadonlyArray<OutboxRow>, SqlError> =>
      sql<OutboxRow>`select ${sql.literal(columns)} from emails order by id desc limit ${limit}`,
    /**
     * A waiting email is shown as it would be sent, with a working link. A sent one is shown without its
     * link.
     */
    show: (id: number): Effect.Effect<OutboxMail, NotFound | SqlError> =>
      Effect.gen(function* () {
        const [row] = yield* sql<OutboxRow & EmailRow>`
          select ${sql.literal(columns)}, message_id, organization_id, subject_id, days, found_at, after_notice, content
          from emails where id = ${id}`
        if (row === undefined) {
          return yield* new NotFound({ what: `The mail ${id}`, next: "List the mails that are there." })
        }
        const draft = yield* emailDraftOf(row)
        const isUnsent = row.status === "waiting" || row.status === "failed"
        const mail = draft === null ? null : yield* write(isUnsent ? draft : { ...draft, button: null })
        const { created_at, failure, kind, recipient, status } = row
        return { id, kind, recipient, created_at, status, failure, mail }
      })
  }
})

/** The operators' endpoints for email. */
export const mailEndpoints = Effect.map(makeOutboxReader, (outbox) => {
  const common = (name: string) =>
    ({ name: `mail.${name}`, admits: "operators", organization: null }) as const
  return {
    list: (limit: number): Endpoint<ReadonlyArray<OutboxRow>> => ({
      ...common("list"),
      run: () => Effect.map(outbox.list(limit), respondWith)
    }),
    show: (id: number): Endpoint<OutboxMail> => ({
      ...common("show"),
      run: () => Effect.map(outbox.show(id), respondWith)
    })
  }
})

/** Sent emails are in mailboxes; dropped ones are of no use. */
export const purgeEmails = purgeExpired({
  emails: "created_at < now() - interval '90 days' or dropped_at < now() - interval '1 day'"
})

/**
 * Sends emails. SMTP cannot guarantee a single delivery: if a server's confirmation is lost, the next attempt
 * sends the email again with the same message id.
 */
const consumer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { send } = yield* MailTransport
  const emailDraftOf = yield* makeEmailDraft
  const { write } = yield* makeEmailWriter

  const settle = (
    id: number,
    column: "sent_at" | "dropped_at" | "failed_at",
    failure: string | null = null
  ) =>
    sql`update emails set ${sql(column)} = now(), failure = ${failure}
      where id = ${id} and num_nonnulls(sent_at, dropped_at, failed_at) = 0`

  const run = Effect.fn("Mail.deliver")(function* ({ email: id }: { readonly email: number }) {
    const [row] = yield* sql<EmailRow>`
      select id, message_id, kind, recipient, organization_id, subject_id, days, found_at, after_notice, content, created_at from emails
      where id = ${id} and num_nonnulls(sent_at, dropped_at, failed_at) = 0`
    if (row === undefined) return
    const draft = yield* emailDraftOf(row)
    if (draft === null) return yield* settle(id, "dropped_at")
    if (send === null) return
    const sent = send({ ...(yield* write(draft)), to: row.recipient, messageId: row.message_id })
    yield* sent.pipe(
      Effect.zipRight(settle(id, "sent_at")),
      Effect.catchTag("MailNotSent", (error) =>
        error.final
          ? settle(id, "failed_at", error.reason)
          : Effect.zipRight(
              sql`update emails set failure = ${error.reason} where id = ${id}`,
              Effect.fail(error)
            )
      )
    )
  })

  const consumerOfMail: Consumer<typeof mailQueue.schema.Type> = {
    run,
    onDeadLetter: ({ email }, { message }) =>
      sql`update emails set failed_at = now(), failure = coalesce(failure, ${message})
        where id = ${email} and num_nonnulls(sent_at, dropped_at, failed_at) = 0`
  }
  return consumerOfMail
})

export const mailDelivery = registerConsumer(mailQueue, consumer)

/** The state of the outbox. */
export interface MailHealth {
  readonly waiting: number
  /** Rejected permanently within the last week. */
  readonly failed: number
  /** The message of the newest failure. */
  readonly lastFailure: string | null
}

export const mailHealth: Effect.Effect<MailHealth, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.map(
      sql<MailHealth>`
        select count(*) filter (where num_nonnulls(sent_at, dropped_at, failed_at) = 0)::int as waiting,
          count(*) filter (where failed_at > now() - interval '7 days')::int as failed,
          (array_agg(failure order by id desc) filter (where failure is not null and sent_at is null))[1] as "lastFailure"
        from emails where created_at > now() - interval '30 days'`,
      ([health]) => health!
    )
)
