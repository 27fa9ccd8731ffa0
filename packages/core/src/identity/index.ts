/** For features that send emails with their own links. */

export { Mailer } from "./mail/mailer.ts"
export { makeEmailWriter } from "./mail/outbox.ts"
