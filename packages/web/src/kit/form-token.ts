import { createHmac, timingSafeEqual } from "node:crypto"
import { type Html, html } from "./html.ts"

const field = "form_token"

/**
 * A token for the forms of our pages, which other sites cannot know. It is derived from the cookie, which no page can
 * read, so it is bound to the session or anonymous visit and is not stored.
 */
export const formTokenOf = (token: string): string =>
  createHmac("sha256", token).update("adwarden form").digest("base64url")

export const formTokenField = (formToken: string): Html =>
  html`<input type="hidden" name="${field}" value="${formToken}" />`

/** Returns whether a form is from a page that this browser received from us. */
export const hasFormToken = (form: URLSearchParams, formToken: string): boolean => {
  const [sentToken, ...more] = form.getAll(field).map((text) => Buffer.from(text))
  const expected = Buffer.from(formToken)
  return (
    sentToken !== undefined &&
    more.length === 0 &&
    sentToken.length === expected.length &&
    timingSafeEqual(sentToken, expected)
  )
}
