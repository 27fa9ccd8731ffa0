import { Effect } from "effect"
import { noticeSchedule } from "../notices/notify.ts"
import { erasureSchedule } from "../people/delete.ts"
import { webhookDelivery } from "../webhook/delivery.ts"
import { decisionSchedule } from "./decision-notices.ts"
import { mailDelivery } from "./delivery.ts"
import { keyExpirySchedule } from "./key-expiry.ts"

export { type MailHealth, mailHealth } from "./mail-health.ts"
export { Mailer } from "./mailer.ts"
export { mailEndpoints, makeOutboxReader, type OutboxMail, type OutboxRow } from "./outbox.ts"

/** The workers' jobs for messages: emails, notices and the webhook. */
export const mailJobs = Effect.all(
  [mailDelivery, webhookDelivery, keyExpirySchedule, noticeSchedule, decisionSchedule, erasureSchedule],
  { discard: true }
)
