/** For features that send mail with links of their own. */
export { makeEmailWriter } from "./mail/email-writer.ts"
