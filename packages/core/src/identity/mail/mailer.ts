import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schema } from "effect"
import { randomBase62 } from "../../contract/index.ts"
import { Settings } from "../../settings.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"

/** What a mail is about; what it says is worked out when it leaves. */
export type EmailTopic =
  | { readonly kind: "invitation"; readonly organization: number; readonly invitation: number }
  /** To whoever has that address, if anybody has. */
  | { readonly kind: "password_reset" }
  | { readonly kind: "password_changed"; readonly user: number }
  | {
      readonly kind: "key_expiry"
      readonly organization: number
      readonly key: number
      readonly days: number
    }
  /** To every owner: a key was found in public, perhaps it is known where, and was revoked. */
  | {
      readonly kind: "key_exposed"
      readonly organization: number
      readonly key: number
      readonly found: string | null
    }

/** A server that is away for some hours is waited for: eleven tries within about eight of them. */
export const mailQueue = defineQueue("mail", Schema.Struct({ email: Schema.Number }), {
  retryLimit: 10,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * 3600
})

interface MailerShape {
  /** Puts a mail on its way as part of the open transaction: none is sent for what did not happen. */
  readonly enqueue: (recipient: string, topic: EmailTopic) => Effect.Effect<number, SqlError>
  /** Drops reset mails that have not left yet: a link in one of them would outlive the password change. */
  readonly dropPasswordResets: (recipient: string) => Effect.Effect<void, SqlError>
  /** To be waited for before a transaction begins in which mail is posted. */
  readonly ready: Effect.Effect<void, SqlError>
}

const columnsOf = (topic: EmailTopic) => ({
  kind: topic.kind,
  organization_id: "organization" in topic ? topic.organization : null,
  subject_id:
    topic.kind === "invitation"
      ? topic.invitation
      : topic.kind === "key_expiry" || topic.kind === "key_exposed"
        ? topic.key
        : topic.kind === "password_changed"
          ? topic.user
          : null,
  days: topic.kind === "key_expiry" ? topic.days : null,
  found_at: topic.kind === "key_exposed" ? topic.found : null
})

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
              // Mail belongs to people rather than to organizations, so all of it shares one line.
              yield* queue.send(mailQueue, { email: row!.id }, { organization: 0 })
              return row!.id
            })
          )
          .pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.withSpan("Mailer.post"))
    }
  }
)

/** Where mail is handed in. */
export class Mailer extends Context.Tag("@adwarden/Mailer")<Mailer, MailerShape>() {
  static readonly layer = Layer.effect(Mailer, make)
}
