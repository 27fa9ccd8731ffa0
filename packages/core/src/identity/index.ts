/** For features that send emails with their own links. */
export { makeEmailWriter } from "./mail/email-writer.ts"
export { Webhooks } from "./webhook/webhooks.ts"
