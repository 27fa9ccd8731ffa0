import { createHmac } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Data, Effect } from "effect"
import { Fetcher, type FetchReason } from "../../outbound/index.ts"
import { Settings } from "../../settings.ts"
import { runSql } from "../../storage/index.ts"
import { Queue } from "../../tasks/queue.ts"
import { type Consumer, registerConsumer, registerSchedule } from "../../tasks/registries.ts"
import { lostAfter, maxResent, resendLost } from "../../tasks/tasks.ts"
import type { EmailDraft, StoredTopic } from "../mail/email-draft.ts"
import { makeEmailDraft } from "../mail/email-drafts.ts"
import { Webhooks, webhookQueue } from "./webhooks.ts"

/** The characters that Slack's text format reserves. */
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll(/[&<>]/g, (character) => escapes[character]!)

/** Slack cuts longer texts. */
const maxLength = 3000

/** Writes a message in the format of Slack's incoming webhooks, which other chat services accept too. */
const slackMessage = (
  draft: Pick<EmailDraft, "subject" | "paragraphs" | "button">,
  appUrl: string
): string => {
  const lines = [`*${escaped(draft.subject).replaceAll("*", "∗")}*`, ...draft.paragraphs.map(escaped)]
  const link = draft.button === null ? "" : `\n<${appUrl}${draft.button.path}|${escaped(draft.button.label)}>`
  return JSON.stringify({ text: `${lines.join("\n").slice(0, maxLength)}${link}` })
}

/**
 * Signs a message with the webhook's secret. The receiver computes the HMAC-SHA256 of `v1:<timestamp>:<body>` and
 * rejects old timestamps, so that a recorded message cannot be sent again.
 */
const signatureHeaders = (
  secret: string,
  body: string,
  seconds: number
): Readonly<Record<string, string>> => ({
  "X-Adwarden-Timestamp": String(seconds),
  "X-Adwarden-Signature": `v1=${createHmac("sha256", secret).update(`v1:${seconds}:${body}`).digest("hex")}`
})

/** The message did not arrive. A retry can succeed, or would fail in the same way (`final`). */
class NotDelivered extends Data.TaggedError("NotDelivered")<{
  readonly reason: string
  readonly final: boolean
}> {}

type Message = { readonly kind: "test" } | Omit<StoredTopic, "recipient">

const testDraft: EmailDraft = {
  subject: "Test message from Adwarden",
  paragraphs: ["Notices of your organization will be posted here."],
  button: null,
  closing: []
}

/** Failures of the URL itself: a retry would repeat them. */
const finalReasons: ReadonlySet<FetchReason> = new Set([
  "malformed",
  "scheme",
  "credentials",
  "port",
  "private",
  "redirects_away"
])

/** Statuses that tell to try again later; other refusals are final, such as that of a removed channel. */
const isRetryable = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429

const consumer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const webhooks = yield* Webhooks
  const fetcher = yield* Fetcher
  const { appUrl } = yield* Settings
  const draftOf = yield* makeEmailDraft

  const settle = (
    organization: number,
    id: number,
    column: "sent_at" | "dropped_at" | "failed_at",
    failure: string | null = null
  ) =>
    sql`update webhook_messages set ${sql(column)} = now(), failure = ${failure}
      where organization_id = ${organization} and id = ${id} and num_nonnulls(sent_at, dropped_at, failed_at) = 0`

  const send = (webhook: { readonly url: string; readonly secret: string }, id: number, draft: EmailDraft) =>
    Effect.gen(function* () {
      const body = slackMessage(draft, appUrl)
      const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      const headers = {
        "Content-Type": "application/json",
        // The same on every attempt, so that the receiver recognises a second copy.
        "X-Adwarden-Message": String(id),
        ...signatureHeaders(webhook.secret, body, seconds)
      }
      const { status } = yield* Effect.mapError(
        fetcher.post(webhook.url, { body, headers }),
        ({ reason }) =>
          new NotDelivered({
            reason: `It could not be reached (${reason.replaceAll("_", " ")}).`,
            final: finalReasons.has(reason)
          })
      )
      if (status < 200 || status > 299) {
        return yield* new NotDelivered({
          reason: `It answered with the status ${status}.`,
          final: !isRetryable(status)
        })
      }
    })

  const run = Effect.fn("Webhook.deliver")(function* ({
    message: id,
    organization
  }: typeof webhookQueue.schema.Type) {
    const [row] = yield* sql<Message>`
      select kind, organization_id, subject_id, days, found_at, after_notice, created_at from webhook_messages
      where organization_id = ${organization} and id = ${id} and num_nonnulls(sent_at, dropped_at, failed_at) = 0`
    if (row === undefined) return
    const draft = row.kind === "test" ? testDraft : yield* draftOf({ ...row, recipient: "" })
    const webhook = yield* webhooks.open(organization)
    if (draft === null || webhook === null) return yield* settle(organization, id, "dropped_at")
    yield* send(webhook, id, draft).pipe(
      Effect.zipRight(settle(organization, id, "sent_at")),
      Effect.catchTag("NotDelivered", (error) =>
        error.final
          ? settle(organization, id, "failed_at", error.reason)
          : Effect.zipRight(
              sql`update webhook_messages set failure = ${error.reason}
                where organization_id = ${organization} and id = ${id}`,
              Effect.fail(error)
            )
      )
    )
  })

  const consumerOfMessages: Consumer<typeof webhookQueue.schema.Type> = {
    run,
    onDeadLetter: ({ message, organization }, failure) =>
      sql`update webhook_messages set failed_at = now(), failure = coalesce(failure, ${failure.message})
        where organization_id = ${organization} and id = ${message}
          and num_nonnulls(sent_at, dropped_at, failed_at) = 0`
  }
  return consumerOfMessages
})

/** Sends the jobs of messages that the queue lost. */
export const resendMessages = Effect.gen(function* () {
  const queue = yield* Queue
  const waiting = yield* runSql<typeof webhookQueue.schema.Type>`
    select organization_id as organization, id as message from webhook_messages
    where created_at < now() - ${lostAfter}::interval and created_at > now() - interval '1 day'
      and num_nonnulls(sent_at, dropped_at, failed_at) = 0 order by created_at limit ${maxResent}`
  return yield* resendLost(queue, webhookQueue, waiting)
})

export const webhookDelivery = Effect.zipRight(
  registerConsumer(webhookQueue, consumer),
  registerSchedule({ name: "webhook-resend", cron: "*/5 * * * *", run: resendMessages })
)
