import { readCapped } from "@adwarden/core/http"
import { Data } from "effect"
import { hasFormToken } from "./form-token.ts"

/** More than any form of ours needs, the longest consent included. */
const maxBytes = 64 * 1024

/** A form, or any request from a browser, that is not looked into. */
export class RejectedForm extends Data.TaggedError("refused_form")<{
  readonly statusCode: number
  readonly errorCode: string
  readonly message: string
}> {}

const mediaType = /^application\/x-www-form-urlencoded\s*(;[^,]*)?$/i

const rejectForm = (statusCode: number, errorCode: string, message: string): RejectedForm =>
  new RejectedForm({ statusCode, errorCode, message })

/**
 * The fields of a form that was sent from one of our pages to this browser. Where a browser says that it came from
 * elsewhere, that alone is enough to refuse it.
 */
export const readForm = async (
  request: Request,
  formToken: string
): Promise<URLSearchParams | RejectedForm> => {
  const from = request.headers.get("sec-fetch-site")
  if (from !== null && from !== "same-origin" && from !== "none") {
    return rejectForm(403, "foreign_form", "This form was sent by another website. Nothing was done.")
  }
  if (!mediaType.test(request.headers.get("content-type") ?? "")) {
    return rejectForm(415, "not_a_form", "Only forms are taken here.")
  }
  const bytes = await readCapped(request, maxBytes)
  if (bytes === "too_large")
    return rejectForm(413, "payload_too_large", "This form is too long. Nothing was done.")
  if (bytes === "cut_off")
    return rejectForm(400, "cut_off", "This form did not arrive whole. Nothing was done.")
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  return hasFormToken(form, formToken)
    ? form
    : rejectForm(
        403,
        "form_expired",
        "This page was open for too long, or cookies are turned off. Nothing was done."
      )
}
