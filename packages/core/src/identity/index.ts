/** For features that send mail with links of their own. */
export { makeWrite } from "./mail/write.ts"
