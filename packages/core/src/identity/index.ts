/** For features that send emails with their own links. */
export { makeEmailWriter } from "./mail/outbox.ts"
