import { adsError } from "../protocol/errors.ts"
import { type Body, list, text } from "../protocol/json.ts"
import { checkSubEntities } from "./channels.ts"
import { type Context, type Rules, removed } from "./context.ts"

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
const checkEditorial = (text: string, field: string, context: Context, headline: boolean): void => {
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

const enabledAdsLimit = 3

const checkLines = (
  ad: Body,
  part: "headlines" | "descriptions",
  limits: { readonly fewest: number; readonly most: number; readonly width: number },
  context: Context
): void => {
  const lines = list(ad, "responsiveSearchAd", part) as unknown as readonly Body[]
  const field = `ad.responsive_search_ad.${part}`
  if (lines.length < limits.fewest) context.complain({ collectionSizeError: "TOO_FEW" }, "Too few.", field)
  if (lines.length > limits.most) context.complain({ collectionSizeError: "TOO_MANY" }, "Too many.", field)
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const words = text(line, "text")
    checkLength(words, { max: limits.width }, `${field}[${index}].text`, context)
    checkEditorial(words, `${field}[${index}].text`, context, part === "headlines")
    if (seen.has(words)) {
      context.complain(
        { distinctError: "DUPLICATE_ELEMENT" },
        "Duplicate element.",
        `${field}[${index}]`,
        words
      )
    }
    seen.add(words)
  }
}

const checkPaths = (ad: Body, context: Context): void => {
  const field = "ad.responsive_search_ad"
  for (const path of ["path1", "path2"]) {
    checkLength(text(ad, "responsiveSearchAd", path), { min: 0, max: 15 }, `${field}.${path}`, context)
  }
  if (text(ad, "responsiveSearchAd", "path2") !== "" && text(ad, "responsiveSearchAd", "path1") === "") {
    context.complain(
      { adError: "CANNOT_SET_PATH2_WITHOUT_PATH1" },
      "Cannot set path2 without path1.",
      `${field}.path2`
    )
  }
}

const checkUrls = (ad: Body, context: Context): void => {
  const urls = list(ad, "finalUrls")
  if (urls.length === 0) {
    context.complain(
      { fieldError: "REQUIRED_NONEMPTY_LIST" },
      "The required repeated field was empty.",
      "ad.final_urls"
    )
  }
  for (const [index, url] of urls.entries()) checkFinalUrl(String(url), `ad.final_urls[${index}]`, context)
}

const checkCount = (body: Body, self: string, context: Context): void => {
  if (body["status"] !== "ENABLED") return
  let enabled = 0
  for (const other of context.live("ad_group_ad", self)) {
    const isSibling = text(other.body, "adGroup") === text(body, "adGroup")
    if (isSibling && text(other.body, "status") === "ENABLED") enabled++
  }
  if (enabled >= enabledAdsLimit) {
    context.complain(
      { resourceCountLimitExceededError: "AD_GROUP_AD_LIMIT" },
      "Indicates that this request would exceed the number of allowed enabled ads of this type in an ad group.",
      "",
      text(body, "adGroup")
    )
  }
}

/** Ads and keywords of other channels are not emulated: their campaigns serve by their ad groups alone. */
export const checkSearchAdGroup = (adGroup: Body, context: Context): void => {
  const campaign = context.draft.get(text(adGroup, "campaign"))?.body
  checkSubEntities(campaign, context)
  if (text(campaign, "advertisingChannelType") === "SEARCH") return
  context.complain(
    { contextError: "OPERATION_NOT_PERMITTED_FOR_CONTEXT" },
    "The emulator supports ads and keywords in Search campaigns only.",
    "ad_group"
  )
}

export const checkAd = (ad: Body, context: Context): void => {
  checkUrls(ad, context)
  checkLines(ad, "headlines", { fewest: 3, most: 15, width: 30 }, context)
  checkLines(ad, "descriptions", { fewest: 2, most: 4, width: 90 }, context)
  checkPaths(ad, context)
}

export const adRules: Rules = {
  create: (given, context) => {
    const adGroup = context.reference(given, "adGroup", "ad_group", "ad_group")
    const ad = given["ad"] as Body | undefined
    checkSearchAdGroup(adGroup.body, context)
    if (ad?.["responsiveSearchAd"] === undefined) {
      return context.stop(
        { adError: "INVALID_AD_TYPE" },
        "The emulator supports only responsive search ads.",
        "ad"
      )
    }
    checkAd(ad, context)
    const id = context.newId()
    const body: Body = {
      status: "ENABLED",
      ...given,
      resourceName: context.name("ad_group_ad", text(adGroup.body, "id"), id),
      ad: {
        ...ad,
        resourceName: `customers/${context.customerId}/ads/${id}`,
        id,
        type: "RESPONSIVE_SEARCH_AD"
      } as never,
      adStrength: "GOOD",
      policySummary: { reviewStatus: "REVIEWED", approvalStatus: "APPROVED" }
    }
    checkCount(body, "", context)
    return body
  },
  update: (before, after, _mask, context) => {
    checkCount(after, text(before, "resourceName"), context)
    return after
  },
  remove: removed
}
