import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schema } from "effect"
import { randomBase62 } from "../../contract/index.ts"
import type { NoticeTopic } from "../../events/deliveries.ts"
import { Settings } from "../../settings.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import type { NoticeName } from "../notices/notice-names.ts"
import { contentColumn, type EmailContent, type FactorChange } from "./email-draft.ts"

/** The topic of an email; its text is written when it is sent. */
export type EmailTopic =
  | { readonly kind: "invitation"; readonly organization: number; readonly invitation: number }
  /** To the person with that address, if there is one. */
  | { readonly kind: "password_reset" }
  | { readonly kind: "password_changed" | FactorChange; readonly user: number }
  /** To the new address, with the link that confirms it. */
  | { readonly kind: "email_change"; readonly user: number }
  /** To the old address. */
  | { readonly kind: "email_changed"; readonly user: number }
  | {
      readonly kind: "key_expiry"
      readonly organization: number
      readonly key: number
      readonly days: number
    }
  /** To a person who can act on the organization's notices; about those after one of them, or about all (null). */
  | {
      readonly kind: NoticeName
      readonly organization: number
      readonly user: number
      readonly after: number | null
    }
  /** To an owner: a webhook failed for days and was turned off. */
  | { readonly kind: "webhook_off"; readonly organization: number; readonly webhook: number }
  /** To the person whose key or app asked for changes that were decided. */
  | { readonly kind: "decision"; readonly organization: number; readonly user: number }
  /** To a member who was chosen for it. */
  | { readonly kind: "weekly_report"; readonly organization: number; readonly content: EmailContent }
  /** To every owner: a key was found in public, at a URL if it is known, and was revoked. */
  | {
      readonly kind: "key_exposed"
      readonly organization: number
      readonly key: number
      readonly found: string | null
    }

/** Retries through an outage of some hours: eleven attempts within about eight hours. */
export const mailQueue = defineQueue("mail", Schema.Struct({ email: Schema.Number }), {
  retryLimit: 10,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * 3600
})

interface MailerShape {
  /** Enqueues an email in the open transaction, so that it is sent only if the transaction commits. */
  readonly enqueue: (recipient: string, topic: EmailTopic) => Effect.Effect<number, SqlError>
  /** Drops reset emails that were not sent yet: a link in one of them would outlive the password change. */
  readonly dropPasswordResets: (recipient: string) => Effect.Effect<void, SqlError>
  /** Wait for it before a transaction that enqueues email. */
  readonly ready: Effect.Effect<void, SqlError>
}

/** The columns of a topic. */
const columnsOf = (topic: EmailTopic) => ({
  kind: topic.kind,
  organization_id: "organization" in topic ? topic.organization : null,
  subject_id:
    topic.kind === "invitation"
      ? topic.invitation
      : topic.kind === "key_expiry" || topic.kind === "key_exposed"
        ? topic.key
        : topic.kind === "webhook_off"
          ? topic.webhook
          : "user" in topic
            ? topic.user
            : null,
  days: topic.kind === "key_expiry" ? topic.days : null,
  found_at: topic.kind === "key_exposed" ? topic.found : null,
  after_notice: "after" in topic ? topic.after : null,
  content: "content" in topic ? JSON.stringify(contentColumn.write(topic.content)) : null
})

/** The topic of an email as a notice for webhooks. */
export const noticeOf = (topic: EmailTopic): NoticeTopic => {
  const { content: _, organization_id: __, ...notice } = columnsOf(topic)
  return notice
}

const make: Effect.Effect<MailerShape, never, SqlClient.SqlClient | Queue | Settings> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Queue
    const { appUrl } = yield* Settings
    const host = new URL(appUrl).hostname
    return {
      ready: queue.ready,
      dropPasswordResets: (recipient) =>
        Effect.asVoid(sql`update emails set dropped_at = now()
          where kind = 'password_reset' and lower(recipient) = lower(${recipient})
            and num_nonnulls(sent_at, dropped_at, failed_at) = 0`),
      enqueue: (recipient, topic) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              const message_id = `<${randomBase62(24)}@${host}>`
              const [row] = yield* sql<{ id: number }>`
              insert into emails ${sql.insert({ recipient, message_id, ...columnsOf(topic) })} returning id`
              // Email belongs to people and not to organizations, so all of it shares one group.
              yield* queue.send(mailQueue, { email: row!.id }, { organization: 0 })
              return row!.id
            })
          )
          .pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.withSpan("Mailer.enqueue"))
    }
  }
)

/** Accepts emails for sending. */
export class Mailer extends Context.Tag("@adwarden/Mailer")<Mailer, MailerShape>() {
  static readonly layer = Layer.effect(Mailer, make)
}
