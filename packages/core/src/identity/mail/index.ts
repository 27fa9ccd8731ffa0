import { Layer } from "effect"
import { approvalNoticeSchedule } from "./approval-notices.ts"
import { mailDelivery } from "./delivery.ts"
import { keyExpirySchedule } from "./key-expiry.ts"

export { type MailHealth, mailHealth } from "./mail-health.ts"
export { Mailer } from "./mailer.ts"
export { mailEndpoints, makeOutboxReader, type OutboxMail, type OutboxRow } from "./outbox.ts"

/** The workers' jobs for email. */
export const mailJobs = Layer.mergeAll(mailDelivery, keyExpirySchedule, approvalNoticeSchedule)
