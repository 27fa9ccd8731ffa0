import { createHmac } from "node:crypto"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Data, Effect, Redacted } from "effect"
import { membersWithRoles } from "../../access/membership.ts"
import { organizationById } from "../../access/organizations.ts"
import { readNamesOfCampaigns } from "../../campaigns/index.ts"
import { type EventType, events, pagePaths } from "../../contract/index.ts"
import {
  type Attempted,
  contentColumn,
  type DeliveryContent,
  deliveryQueue,
  drop,
  earlierQueue,
  findWaiting,
  giveUp,
  type NoticeTopic,
  recordAttempt,
  resendDeliveries,
  takeEarlierMessage
} from "../../events/deliveries.ts"
import { adoptEarlierWebhooks, webhookContext } from "../../events/endpoints.ts"
import { Events } from "../../events/events.ts"
import { namingCampaigns, slugsIn } from "../../log/sentence.ts"
import { Fetcher, type FetchReason } from "../../outbound/index.ts"
import type { EmailContent, LinkedLine } from "../../outbound/mail.ts"
import { Vault } from "../../platform/vault.ts"
import { Settings } from "../../settings.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { type Consumer, registerConsumer, registerSchedule } from "../../tasks/registries.ts"
import { type StoredTopic, withAddresses } from "../mail/email-draft.ts"
import { makeEmailDraft } from "../mail/email-drafts.ts"
import { Mailer } from "../mail/mailer.ts"

/** The characters that Slack's text format reserves. */
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll(/[&<>]/g, (character) => escapes[character]!)

/** Slack cuts longer texts. */
const maxLength = 3000

interface Message {
  readonly subject: string
  readonly paragraphs: EmailContent["paragraphs"]
  readonly link: { readonly label: string; readonly url: string } | null
  /** The data of a signed event. */
  readonly data: object
}

/** Writes a message in the format of Slack's incoming webhooks, which other chat services accept too. */
const slackBody = ({ link, paragraphs, subject }: Message): string => {
  const lineOf = (one: string | LinkedLine) =>
    typeof one === "string" ? escaped(one) : `<${one.url}|${escaped(one.link)}>${escaped(one.rest)}`
  const lines = [`*${escaped(subject).replaceAll("*", "∗")}*`, ...paragraphs.map(lineOf)]
  const button = link === null ? "" : `\n<${link.url}|${escaped(link.label)}>`
  return JSON.stringify({ text: `${lines.join("\n").slice(0, maxLength)}${button}` })
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text)

/** Signs a message as Standard Webhooks has it, with each valid secret. */
const signatureHeaders = (secrets: ReadonlyArray<string>, id: string, seconds: number, body: string) => {
  const signatures = secrets.map((secret) => {
    const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret)
    return `v1,${hmac(key, `${id}.${seconds}.${body}`).digest("base64")}`
  })
  return {
    // The same on every attempt, so that the receiver recognises a second copy.
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" ")
  }
}

/** The headers of the version before, for receivers with a secret of it. */
const earlierHeaders = (secrets: ReadonlyArray<string>, id: string, seconds: number, body: string) => {
  const earlier = secrets.find((secret) => secret.startsWith("svc_wh_"))
  if (earlier === undefined) return {}
  return {
    "X-Adwarden-Message": id,
    "X-Adwarden-Timestamp": String(seconds),
    "X-Adwarden-Signature": `v1=${hmac(Buffer.from(earlier), `v1:${seconds}:${body}`).digest("hex")}`
  }
}

/** The event did not arrive, and is sent again later. */
class NotDelivered extends Data.TaggedError("NotDelivered")<{ readonly message: string }> {}

/** Failures of the URL itself: a retry would repeat them. */
const finalReasons: ReadonlySet<FetchReason> = new Set([
  "malformed",
  "scheme",
  "credentials",
  "port",
  "private",
  "redirects_away"
])

const gone = 410
/** Redirects are not followed, so a retry would meet the same. */
const isFinal = (status: number): boolean => status === gone || (status >= 300 && status < 400)

interface Attempt extends Attempted {
  readonly final: boolean
}

const consumer = Effect.gen(function* () {
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const fetcher = yield* Fetcher
  const mailer = yield* Mailer
  const vault = yield* Vault
  const { appUrl } = yield* Settings
  const draftOf = yield* makeEmailDraft

  const noticeMessage = (organization: number, created_at: string, notice: NoticeTopic) =>
    Effect.gen(function* () {
      const kind = notice.kind as StoredTopic["kind"]
      const topic = { ...notice, kind, organization_id: organization, recipient: "", created_at }
      const draft = yield* draftOf(topic)
      if (draft === null) return null
      const { slug } = yield* organizationById(organization)
      const { button, subject } = draft
      const paragraphs = withAddresses(draft.paragraphs, appUrl)
      const text = paragraphs
        .map((one) => (typeof one === "string" ? one : `${one.link}${one.rest}`))
        .join("\n")
      const url = `${appUrl}${button?.path ?? pagePaths.organization(slug)}`
      const link = button === null ? null : { label: button.label, url }
      const data = { organization: slug, kind, summary: subject, text, url }
      const message: Message = { subject, paragraphs, link, data }
      return message
    })

  const messageOf = (
    organization: number,
    { content, created_at, type }: { content: DeliveryContent; created_at: string; type: string }
  ) => {
    if ("notice" in content) return noticeMessage(organization, created_at, content.notice)
    const { data } = content
    const subject = events[type as EventType].title
    const link = { label: "Open the page", url: data.url }
    // People read it in a chat: there a campaign has its name.
    return Effect.map(
      runSql(readNamesOfCampaigns([organization], slugsIn(data.summary))),
      (campaigns): Message => ({
        subject,
        paragraphs: [namingCampaigns(data.summary, campaigns)],
        link,
        data
      })
    )
  }

  const post = (url: string, body: string, headers: Readonly<Record<string, string>>) =>
    fetcher.post(url, { body, headers: { "Content-Type": "application/json", ...headers } }).pipe(
      Effect.map(({ status }): Attempt => {
        const failure = status >= 200 && status <= 299 ? null : `It answered with the status ${status}.`
        return { status, failure, final: isFinal(status) }
      }),
      Effect.catchAll(({ reason }) =>
        Effect.succeed<Attempt>({
          status: null,
          failure: `It could not be reached (${reason.replaceAll("_", " ")}).`,
          final: finalReasons.has(reason)
        })
      )
    )

  /** Ends a delivery that failed, and tells the owners if that turns the webhook off. */
  const end = (organization: number, delivery: number, reason: string, isGone: boolean) =>
    inTransaction(
      Effect.gen(function* () {
        const webhook = yield* giveUp(organization, delivery, reason, isGone)
        if (webhook === null) return
        for (const { email } of yield* membersWithRoles([organization], ["owner"]))
          yield* mailer.enqueue(email, { kind: "webhook_off", organization, webhook })
      })
    )

  const run = Effect.fn("Webhook.deliver")(function* (
    { delivery: id, organization }: typeof deliveryQueue.schema.Type,
    isLast: boolean
  ) {
    const row = yield* findWaiting(organization, id)
    if (row === null) return
    const content = contentColumn.read(row.content, { organization, id })
    const message = yield* messageOf(organization, { ...row, content })
    if (message === null || row.url === null) return yield* drop(organization, id)
    const opened = (sealed: Uint8Array) =>
      Effect.map(vault.open(sealed, webhookContext(organization)), Redacted.value)
    const secrets = yield* Effect.forEach(
      [row.secret, row.previous_secret].filter((sealed) => sealed !== null),
      opened
    )
    const body =
      row.format === "slack"
        ? slackBody(message)
        : JSON.stringify({ type: row.type, timestamp: row.created_at, data: message.data })
    const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const signed = [secrets, row.event_id, seconds, body] as const
    const headers = { ...signatureHeaders(...signed), ...earlierHeaders(...signed) }
    const attempt = yield* post(yield* opened(row.url), body, headers)
    const { failure, final, status } = attempt
    yield* recordAttempt(organization, id, attempt)
    if (failure === null) return
    if (final || isLast) return yield* end(organization, id, failure, status === gone)
    return yield* new NotDelivered({ message: failure })
  })

  const consumerOfDeliveries: Consumer<typeof deliveryQueue.schema.Type> = {
    run: (data, { isLast }) => Effect.provide(run(data, isLast), context),
    onDeadLetter: ({ delivery, organization }, { message }) =>
      Effect.provide(end(organization, delivery, message, false), context)
  }
  return consumerOfDeliveries
})

/** Messages that hosts of the version before wrote, and could not send yet. */
const earlierConsumer = Effect.gen(function* () {
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const { recordNotice } = yield* Events
  const consumerOfMessages: Consumer<typeof earlierQueue.schema.Type> = {
    run: ({ message, organization }) =>
      inTransaction(
        Effect.gen(function* () {
          yield* adoptEarlierWebhooks
          const notice = yield* takeEarlierMessage(organization, message)
          if (notice !== null && notice.kind !== "test") yield* recordNotice(organization, notice)
        })
      ).pipe(Effect.provide(context))
  }
  return consumerOfMessages
})

export const webhookDelivery = Effect.all([
  registerConsumer(deliveryQueue, consumer),
  registerConsumer(earlierQueue, earlierConsumer),
  registerSchedule({ name: "webhook-resend", cron: "*/5 * * * *", run: resendDeliveries })
])
