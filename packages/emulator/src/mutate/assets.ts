import { type Body, list, text } from "../protocol/json.ts"
import { checkFinalUrl, checkLength } from "./ads.ts"
import { type Context, isLive, type Rules, removed } from "./context.ts"

const assetTypes: Readonly<Record<string, string>> = {
  sitelinkAsset: "SITELINK",
  calloutAsset: "CALLOUT",
  textAsset: "TEXT"
}

const checkSitelink = (body: Body, context: Context): void => {
  const field = "sitelink_asset"
  checkLength(text(body, "sitelinkAsset", "linkText"), { max: 25 }, `${field}.link_text`, context)
  const first = text(body, "sitelinkAsset", "description1")
  const second = text(body, "sitelinkAsset", "description2")
  if ((first === "") !== (second === "")) {
    const missing = first === "" ? "description1" : "description2"
    context.complain({ fieldError: "REQUIRED" }, "The required field was not present.", `${field}.${missing}`)
  }
  checkLength(first, { min: 0, max: 35 }, `${field}.description1`, context)
  checkLength(second, { min: 0, max: 35 }, `${field}.description2`, context)
  const urls = list(body, "finalUrls")
  if (urls.length === 0) {
    context.complain(
      { fieldError: "REQUIRED_NONEMPTY_LIST" },
      "The required repeated field was empty.",
      "final_urls"
    )
  }
  for (const [index, url] of urls.entries()) checkFinalUrl(String(url), `final_urls[${index}]`, context)
}

const check = (body: Body, context: Context): void => {
  if (body["sitelinkAsset"] !== undefined) checkSitelink(body, context)
  if (body["calloutAsset"] !== undefined) {
    checkLength(text(body, "calloutAsset", "calloutText"), { max: 25 }, "callout_asset.callout_text", context)
  }
}

const content = (body: Body): string =>
  JSON.stringify([
    body["sitelinkAsset"],
    body["calloutAsset"],
    body["textAsset"],
    body["finalUrls"],
    body["name"]
  ])

export const assetRules: Rules = {
  create: (given, context) => {
    const part = Object.keys(assetTypes).find((name) => given[name] !== undefined)
    if (!part) {
      return context.stop(
        { assetError: "ASSET_DATA_IS_MISSING" },
        "The asset data is missing. The emulator supports sitelinks, callouts and texts."
      )
    }
    check(given, context)
    // Google stores equal assets once and returns the existing name.
    for (const existing of context.live("asset")) {
      if (content(existing.body) === content(given)) return existing.body
    }
    const id = context.newId()
    return {
      ...given,
      resourceName: context.name("asset", id),
      id,
      type: assetTypes[part],
      source: "ADVERTISER"
    }
  },
  update: (_before, after, _mask, context) => {
    check(after, context)
    return after
  }
}

export const campaignAssetRules: Rules = {
  create: (given, context) => {
    const campaign = context.reference(given, "campaign", "campaign", "campaign")
    const asset = context.reference(given, "asset", "asset", "asset")
    const fieldType = text(given, "fieldType")
    context.require(given, "fieldType", "field_type")
    if (fieldType !== text(asset.body, "type")) {
      context.complain(
        { assetLinkError: "FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE" },
        "The asset type cannot be linked with this field type.",
        "field_type",
        fieldType
      )
    }
    const name = context.name("campaign_asset", text(campaign.body, "id"), text(asset.body, "id"), fieldType)
    const existing = context.draft.get(name)
    if (existing && isLive(existing)) return existing.body
    return { status: "ENABLED", ...given, resourceName: name, source: "ADVERTISER" }
  },
  update: (_before, after) => after,
  remove: removed
}
