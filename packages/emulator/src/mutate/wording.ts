import { adsError } from "../protocol/errors.ts"
import type { Context } from "./context.ts"

/** Width as the platform counts it: a double-width (CJK) character counts as two. */
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0)

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

export const checkLength = (
  text: string,
  limits: { readonly min?: number; readonly max: number },
  field: string,
  context: Context
): void => {
  const width = widthOf(text)
  if (width === 0 && (limits.min ?? 1) > 0) {
    context.complain(
      { stringLengthError: "EMPTY" },
      "The specified field should have a least one non-whitespace character in it.",
      field
    )
  } else if (width > limits.max) context.complain({ stringLengthError: "TOO_LONG" }, "Too long.", field, text)
}

/** Checks editorial policy as far as characters alone reveal it. */
export const checkEditorial = (text: string, field: string, context: Context, headline: boolean): void => {
  const topic =
    (headline && text.includes("!")) || /([!?.,;:])\1/.test(text)
      ? "PUNCTUATION_AND_SYMBOLS"
      : /\p{Extended_Pictographic}/u.test(text)
        ? "PUNCTUATION_AND_SYMBOLS"
        : /[A-Z]/.test(text) && text.length > 8 && text === text.toUpperCase()
          ? "CAPITALIZATION"
          : undefined
  if (!topic) return
  const finding = adsError(
    { policyFindingError: "POLICY_FINDING" },
    "The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.",
    [],
    text
  )
  const policyTopicEntries = [{ topic, type: "PROHIBITED", evidences: [{ textList: { texts: [text] } }] }]
  context.complainWith({ ...finding, details: { policyFindingDetails: { policyTopicEntries } } }, field)
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Checks a final URL. Unlike Google, it accepts loopback, where the demo websites are served. */
export const checkFinalUrl = (url: string, field: string, context: Context): void => {
  const [scheme, rest] = url.includes("://") ? url.split("://", 2) : ["", url]
  const host = (rest ?? "").split(/[/?#]/)[0]!.replace(/:\d+$/, "")
  if (scheme === "") {
    context.complain(
      { urlFieldError: "MISSING_PROTOCOL_IN_FINAL_URL" },
      "The final url is missing the protocol.",
      field,
      url
    )
  } else if (scheme !== "http" && scheme !== "https") {
    context.complain(
      { urlFieldError: "INVALID_PROTOCOL_IN_FINAL_URL" },
      "The final url has an invalid protocol.",
      field,
      url
    )
  } else if (host === "") {
    context.complain(
      { urlFieldError: "MISSING_HOST_IN_FINAL_URL" },
      "The final url is missing the host.",
      field,
      url
    )
  } else if (!URL.canParse(url)) {
    context.complain({ urlFieldError: "MALFORMED_FINAL_URL" }, "The final url is malformed.", field, url)
  } else if (!loopback.test(host) && !/\.[a-z]{2,}$|\.xn--[a-z0-9-]+$/i.test(host)) {
    context.complain(
      { urlFieldError: "INVALID_TLD_IN_FINAL_URL" },
      "The final url has an invalid top level domain name.",
      field,
      url
    )
  }
}
