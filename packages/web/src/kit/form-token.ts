import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { type Html, html } from "./html.ts"

const field = "form_token"
const tokenBytes = 32

/**
 * A token for the forms of our pages, which other sites cannot know. It is derived from the cookie, which no page can
 * read, so it is bound to the session or anonymous visit and is not stored.
 */
export const formTokenOf = (token: string): string =>
  createHmac("sha256", token).update("adwarden form").digest("base64url")

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, n) => byte ^ b[n]!))

/**
 * The token behind a new random mask. A compressed page reveals text that repeats in it (BREACH), and this text never
 * repeats.
 */
const mask = (formToken: string): string => {
  const bytes = Buffer.from(formToken, "base64url")
  const random = randomBytes(bytes.length)
  return Buffer.concat([random, xor(random, bytes)]).toString("base64url")
}

export const formTokenField = (formToken: string): Html =>
  html`<input type="hidden" name="${field}" value="${mask(formToken)}" />`

/** Returns whether a form is from a page that this browser received from us. */
export const hasFormToken = (form: URLSearchParams, formToken: string): boolean => {
  const [sent, ...more] = form.getAll(field).map((text) => Buffer.from(text, "base64url"))
  if (sent === undefined || more.length > 0 || sent.length !== 2 * tokenBytes) return false
  return timingSafeEqual(
    xor(sent.subarray(0, tokenBytes), sent.subarray(tokenBytes)),
    Buffer.from(formToken, "base64url")
  )
}
