import { Effect } from "effect"
import { noticeSchedule } from "../notices/notify.ts"
import { erasureSchedule } from "../people/erasure.ts"
import { webhookDelivery } from "../webhook/delivery.ts"
import { decisionSchedule } from "./email-drafts.ts"
import { keyExpirySchedule } from "./key-expiry.ts"
import { mailDelivery } from "./outbox.ts"

export { Mailer } from "./mailer.ts"
export {
  type MailHealth,
  mailEndpoints,
  mailHealth,
  makeOutboxReader,
  type OutboxMail,
  type OutboxRow
} from "./outbox.ts"

/** The workers' jobs for messages: emails, notices and the webhook. */
export const mailJobs = Effect.all(
  [mailDelivery, webhookDelivery, keyExpirySchedule, noticeSchedule, decisionSchedule, erasureSchedule],
  { discard: true }
)
