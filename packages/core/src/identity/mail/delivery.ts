import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { MailTransport } from "../../outbound/mail/transport.ts"
import { type Consumer, registerConsumer } from "../../tasks/registries.ts"
import type { EmailRow } from "./email-draft.ts"
import { makeEmailDraft } from "./email-drafts.ts"
import { makeEmailWriter } from "./email-writer.ts"
import { mailQueue } from "./mailer.ts"

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
      select id, message_id, kind, recipient, organization_id, subject_id, days, found_at, after_notice, created_at from emails
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
