import { type Body, list, text } from "../protocol/json.ts"
import { type Context, isLive, type Rules, removed } from "./context.ts"
import { checkEditorial, checkFinalUrl, checkLength } from "./wording.ts"

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
  for (const other of context.list("ad_group_ad")) {
    const sibling = text(other.body, "adGroup") === text(body, "adGroup") && other.name !== self
    if (sibling && isLive(other) && text(other.body, "status") === "ENABLED") enabled++
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

export const adRules: Rules = {
  create: (given, context) => {
    const adGroup = context.reference(given, "adGroup", "ad_group", "ad_group")
    const ad = given["ad"] as Body | undefined
    if (ad?.["responsiveSearchAd"] === undefined) {
      return context.stop(
        { adError: "INVALID_AD_TYPE" },
        "The emulator supports only responsive search ads.",
        "ad"
      )
    }
    checkUrls(ad, context)
    checkLines(ad, "headlines", { fewest: 3, most: 15, width: 30 }, context)
    checkLines(ad, "descriptions", { fewest: 2, most: 4, width: 90 }, context)
    checkPaths(ad, context)
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
