import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { secretKind } from "../../access/secrets.ts"
import { Vault, type VaultError } from "../../platform/vault.ts"
import { runSql } from "../../storage/index.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import { columnsOf, type EmailTopic } from "../mail/mailer.ts"
import type { NoticeName } from "../notices/notice-names.ts"

const secrets = secretKind("svc_wh_")
/** What the sealed address and secret are bound to. */
export const webhookContext = (organization: number): string => `webhook/${organization}`

/** Retries through an outage of some hours: nine attempts within about three hours. */
export const webhookQueue = defineQueue(
  "webhook",
  Schema.Struct({ organization: Schema.Number, message: Schema.Number }),
  { retryLimit: 8, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 }
)

/** A message to a webhook, and what became of it. */
export interface WebhookDelivery {
  readonly kind: string
  readonly created_at: string
  readonly status: "waiting" | "sent" | "dropped" | "failed"
  readonly at: string | null
  readonly failure: string | null
}

const deliveriesShown = 10

/** The webhook of an organization as its owners see it. */
export interface WebhookView {
  /** The host of its URL. The URL itself is a secret: who knows it can post in the channel. */
  readonly host: string
  readonly set_at: string
  readonly set_by: string | null
  /** The newest messages to this URL, newest first. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>
}

interface WebhooksShape {
  readonly find: (
    organization: number
  ) => Effect.Effect<(Omit<WebhookView, "set_by"> & { readonly set_by: number | null }) | null, SqlError>
  /** Sets or replaces the webhook and returns its new signing secret, which is shown once. */
  readonly set: (organization: number, url: URL, by: number) => Effect.Effect<string, SqlError>
  /** Returns whether there was one. */
  readonly remove: (organization: number) => Effect.Effect<boolean, SqlError>
  /** Posts about a topic, if the organization has a webhook. Requires an open transaction. */
  readonly post: (
    organization: number,
    topic: EmailTopic | { readonly kind: "test" }
  ) => Effect.Effect<boolean, SqlError>
  /** Posts about the notices of a kind that webhooks do not know yet. Requires an open transaction. */
  readonly announce: (kind: NoticeName) => Effect.Effect<void, SqlError>
  /** The URL and the secret, for the sender. */
  readonly open: (
    organization: number
  ) => Effect.Effect<{ readonly url: string; readonly secret: string } | null, SqlError | VaultError>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Queue
  const vault = yield* Vault

  const enqueue = (organization: number, columns: Readonly<Record<string, unknown>>) =>
    Effect.gen(function* () {
      const [row] = yield* sql<{ id: number }>`
        insert into webhook_messages ${sql.insert({ organization_id: organization, ...columns })} returning id`
      yield* queue.send(webhookQueue, { organization, message: row!.id }, { organization })
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const shape: WebhooksShape = {
    find: (organization) =>
      Effect.map(
        sql<Omit<WebhookView, "set_by"> & { readonly set_by: number | null }>`
          select w.host, w.set_at, w.set_by, (
            select coalesce(json_agg(json_build_object('kind', kind, 'created_at', iso_instant(created_at),
              'failure', failure, 'at', iso_instant(coalesce(sent_at, dropped_at, failed_at)),
              'status', case when sent_at is not null then 'sent' when dropped_at is not null then 'dropped'
                when failed_at is not null then 'failed' else 'waiting' end) order by id desc), '[]')
            from (select * from webhook_messages m
              where m.organization_id = ${organization} and m.created_at >= w.set_at
              order by m.id desc limit ${deliveriesShown}) newest) as deliveries
          from webhooks w where w.organization_id = ${organization}`,
        ([row]) => row ?? null
      ),
    set: (organization, url, by) => {
      const secret = secrets.make()
      const sealed = (text: string) => vault.seal(Redacted.make(text), webhookContext(organization))
      const newestNotice = sql<{ id: number }>`
        select coalesce(max(id), 0) as id from notices where organization_id = ${organization}`
      return Effect.flatMap(
        newestNotice,
        ([newest]) => sql`
        insert into webhooks (organization_id, host, url, secret, set_by, told_until)
        values (${organization}, ${url.host}, ${sealed(url.href)}, ${sealed(secret)}, ${by}, ${newest!.id})
        on conflict (organization_id) do update set host = excluded.host, url = excluded.url, secret = excluded.secret,
          set_by = excluded.set_by, set_at = excluded.set_at, told_until = excluded.told_until`
      ).pipe(Effect.as(secret), Effect.withSpan("Webhooks.set"))
    },
    remove: (organization) =>
      Effect.map(
        sql`delete from webhooks where organization_id = ${organization} returning 1`,
        (rows) => rows.length > 0
      ),
    post: (organization, topic) =>
      Effect.gen(function* () {
        const found = yield* sql`select 1 from webhooks where organization_id = ${organization}`
        if (found.length === 0) return false
        const { organization_id: _, ...columns } =
          topic.kind === "test" ? { kind: "test", organization_id: null } : columnsOf(topic)
        yield* enqueue(organization, columns)
        return true
      }),
    announce: (kind) =>
      Effect.gen(function* () {
        const due = yield* sql<{ organization_id: number; after: number }>`
          select w.organization_id, w.told_until as after from webhooks w
          where exists (select 1 from notices n
            where n.organization_id = w.organization_id and n.kind = ${kind} and n.id > w.told_until)`
        for (const { after, organization_id } of due) {
          yield* enqueue(organization_id, { kind, after_notice: after })
        }
        if (due.length === 0) return
        yield* sql`update webhooks w set told_until = (select max(id) from notices n
            where n.organization_id = w.organization_id and n.kind = ${kind})
          where organization_id = any(${due.map((one) => one.organization_id)}::bigint[])`
      }),
    open: (organization) =>
      Effect.gen(function* () {
        const [row] = yield* sql<{ url: Uint8Array; secret: Uint8Array }>`
          select url, secret from webhooks where organization_id = ${organization}`
        if (row === undefined) return null
        const text = (sealed: Uint8Array) =>
          Effect.map(vault.open(sealed, webhookContext(organization)), Redacted.value)
        return { url: yield* text(row.url), secret: yield* text(row.secret) }
      })
  }
  return shape
})

/** Webhooks that owners set, and the messages to them. */
export class Webhooks extends Context.Tag("@adwarden/Webhooks")<Webhooks, WebhooksShape>() {
  static readonly layer = Layer.effect(Webhooks, make)
}

interface SealedWebhook {
  readonly url: Uint8Array
  readonly secret: Uint8Array
}

interface WebhookWithOldKey extends SealedWebhook {
  /** The organization, which has at most one webhook. */
  readonly id: number
}

/** Reads webhooks after `after` that have a value without the prefix of the current key. */
export const webhooksWithOldKey = (currentPrefix: Uint8Array, after: number, limit: number) =>
  runSql<WebhookWithOldKey>`
    select organization_id as id, url, secret from webhooks
    where organization_id > ${after} and
      (substring(url from 1 for 5) <> ${currentPrefix} or substring(secret from 1 for 5) <> ${currentPrefix})
    order by organization_id limit ${limit}`

/** Replaces the sealed values, unless the webhook was set again meanwhile. */
export const replaceSealedWebhook = (before: WebhookWithOldKey, after: SealedWebhook) =>
  runSql`update webhooks set url = ${after.url}, secret = ${after.secret}
    where organization_id = ${before.id} and url = ${before.url} and secret = ${before.secret}`
