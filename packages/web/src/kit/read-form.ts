import type { Endpoint, SettingsShape } from "@adwarden/core"
import { readCapped } from "@adwarden/core/http"
import { makeHostAndOriginCheck } from "@adwarden/http-host"
import { Data, Effect } from "effect"
import { hasFormToken } from "./forms.ts"

/** More than any of our forms needs, including the longest consent form. */
const maxBytes = 64 * 1024

/** A form or other browser request that is rejected without being processed. */
export class RejectedForm extends Data.TaggedError("refused_form")<{
  readonly statusCode: number
  readonly errorCode: string
  readonly message: string
}> {}

const mediaType = /^application\/x-www-form-urlencoded\s*(;[^,]*)?$/i

const rejectForm = (statusCode: number, errorCode: string, message: string): RejectedForm =>
  new RejectedForm({ statusCode, errorCode, message })

/** NUL is no text, and Postgres cannot store it. It is replaced as an invalid byte is, so that each form says what is wrong. */
const withoutNul = (encoded: string): string => encoded.replaceAll(/%00|\0/g, "\ufffd")

/** Reads the fields of a form from one of our pages. A request that the browser marks as cross-site is rejected. */
export const readForm = async (
  request: Request,
  formToken: string
): Promise<URLSearchParams | RejectedForm> => {
  const from = request.headers.get("sec-fetch-site")
  if (from !== null && from !== "same-origin" && from !== "none") {
    return rejectForm(403, "foreign_form", "This form was sent by another website. Nothing was changed.")
  }
  if (!mediaType.test(request.headers.get("content-type") ?? "")) {
    return rejectForm(415, "not_a_form", "This address accepts only forms.")
  }
  const bytes = await readCapped(request, maxBytes)
  if (bytes === "too_large")
    return rejectForm(413, "payload_too_large", "This form is too long. Nothing was changed.")
  if (bytes === "cut_off")
    return rejectForm(400, "cut_off", "This form arrived incomplete. Nothing was changed.")
  const form = new URLSearchParams(withoutNul(new TextDecoder().decode(bytes)))
  return hasFormToken(form, formToken)
    ? form
    : rejectForm(
        403,
        "form_expired",
        "This page was open for too long, or cookies are turned off. Nothing was changed."
      )
}

const foreignHeaderError = (header: "Host" | "Origin", appUrl: string) =>
  new RejectedForm({
    statusCode: 403,
    errorCode: `foreign_${header.toLowerCase()}`,
    message: `The ${header} of this request is not accepted. Open ${appUrl} instead.`
  })

/** No page has this character in its address, and Postgres cannot compare it. */
const unreadableAddress = new RejectedForm({
  statusCode: 400,
  errorCode: "unreadable_address",
  message:
    "This address has a character that is no text. Check the address, or start from your organizations."
})

/** Fails with a refusal, so that it is audited under the name of the page. */
export const refusalEndpoint = (name: string, refusal: RejectedForm): Endpoint<never, RejectedForm> => ({
  name,
  admits: "anyone",
  run: () => Effect.fail(refusal)
})

/** Returns why a request is rejected before anything of it is read; null if it is not. */
export const makeRefusal = (settings: SettingsShape) => {
  const foreignHeaderOf = makeHostAndOriginCheck(settings)
  return (request: Request): RejectedForm | null => {
    const header = foreignHeaderOf(request)
    if (header !== null) return foreignHeaderError(header, settings.appUrl)
    return request.url.includes("%00") ? unreadableAddress : null
  }
}
