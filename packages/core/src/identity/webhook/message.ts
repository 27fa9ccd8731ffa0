import { createHmac } from "node:crypto"
import type { EmailDraft } from "../mail/email-draft.ts"

/** The characters that Slack's text format reserves. */
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll(/[&<>]/g, (character) => escapes[character]!)

/** Slack cuts longer texts. */
const maxLength = 3000

/** Writes a message in the format of Slack's incoming webhooks, which other chat services accept too. */
export const slackMessage = (
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
export const signatureHeaders = (
  secret: string,
  body: string,
  seconds: number
): Readonly<Record<string, string>> => ({
  "X-Adwarden-Timestamp": String(seconds),
  "X-Adwarden-Signature": `v1=${createHmac("sha256", secret).update(`v1:${seconds}:${body}`).digest("hex")}`
})
