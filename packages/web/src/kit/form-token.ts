import { createHmac, timingSafeEqual } from "node:crypto"
import { type Html, html } from "./html.ts"

const field = "form_token"

/**
 * What a page of ours puts into its forms, and no other site can know: it follows from the cookie, which no page can
 * read, so it is bound to the session (or to the visit of someone who has not signed in) and needs to be kept nowhere.
 */
export const formTokenOf = (token: string): string =>
  createHmac("sha256", token).update("adwarden form").digest("base64url")

export const formTokenField = (formToken: string): Html =>
  html`<input type="hidden" name="${field}" value="${formToken}" />`

/** Whether a form came from a page that we gave to this browser. */
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
