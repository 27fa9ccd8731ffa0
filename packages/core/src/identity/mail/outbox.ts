import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { NotFound } from "../../contract/index.ts"
import type { RenderedEmail } from "../../outbound/mail/message.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { purgeByOrganization, purgeExpired } from "../../storage/index.ts"
import type { EmailRow } from "./email-draft.ts"
import { makeEmailDraft } from "./email-drafts.ts"
import { makeEmailWriter } from "./email-writer.ts"

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
          select ${sql.literal(columns)}, message_id, organization_id, subject_id, days, found_at, after_notice
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
export const purgeEmails = Effect.zipWith(
  purgeExpired({
    emails: "created_at < now() - interval '90 days' or dropped_at < now() - interval '1 day'"
  }),
  purgeByOrganization("id", { webhook_messages: "created_at < now() - interval '90 days'" }),
  (emails, messages) => ({ ...emails, ...messages })
)
