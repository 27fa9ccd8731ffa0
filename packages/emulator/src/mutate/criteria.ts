import { geoTargetNamed } from "../planning/geo-targets.ts"
import { at, type Body, text } from "../protocol/json.ts"
import type { Kind } from "../state/kinds.ts"
import { checkSearchAdGroup } from "./ads.ts"
import { type Context, isLive, type Rules, removed } from "./context.ts"

const refusedCharacters = /[!@%^*()={};~`<>,?|\\]/

export const checkKeyword = (body: Body, context: Context): void => {
  const words = text(body, "keyword", "text")
  const field = "keyword.text"
  if (words.trim() === "") {
    context.complain({ criterionError: "INVALID_KEYWORD_TEXT" }, "Keyword text is invalid.", field)
  }
  if (words.length > 80) {
    context.complain(
      { criterionError: "KEYWORD_TEXT_TOO_LONG" },
      "Keyword text should be less than 80 chars.",
      field,
      words
    )
  }
  if (words.trim().split(/\s+/).length > 10) {
    context.complain(
      { criterionError: "KEYWORD_HAS_TOO_MANY_WORDS" },
      "Keyword text has too many words.",
      field,
      words
    )
  }
  if (refusedCharacters.test(words)) {
    context.complain(
      { criterionError: "KEYWORD_HAS_INVALID_CHARS" },
      "Keyword text has invalid characters or symbols.",
      field,
      words
    )
  }
  if (!/^(EXACT|PHRASE|BROAD)$/.test(text(body, "keyword", "matchType"))) {
    context.complain({ fieldError: "REQUIRED" }, "The required field was not present.", "keyword.match_type")
  }
}

/**
 * Returns a keyword's criterion id. As at Google, the same text and match type have the same id everywhere.
 */
export const keywordId = (body: Body): string => {
  const key = `${text(body, "keyword", "text").toLowerCase()}/${text(body, "keyword", "matchType")}`
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(key)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return (100_000_000n + (hash >> 26n)).toString()
}

/** Adding an existing criterion returns its name. The same criterion with the opposite sign is rejected. */
const settleName = (body: Body, kind: Kind, name: string, context: Context): Body => {
  const existing = context.draft.get(name)
  if (existing && isLive(existing)) {
    if ((existing.body["negative"] === true) !== (body["negative"] === true)) {
      context.complain(
        kind === "ad_group_criterion"
          ? { adGroupCriterionError: "CANNOT_TARGET_AND_EXCLUDE" }
          : { campaignCriterionError: "CANNOT_TARGET_AND_EXCLUDE" },
        "Cannot target and exclude the same criterion at once.",
        "",
        name
      )
    }
    return existing.body
  }
  return { ...body, resourceName: name }
}

export const adGroupCriterionRules: Rules = {
  create: (given, context) => {
    const adGroup = context.reference(given, "adGroup", "ad_group", "ad_group")
    checkSearchAdGroup(adGroup.body, context)
    if (given["keyword"] === undefined) {
      return context.stop(
        { adGroupCriterionError: "CANNOT_ADD_CRITERIA_TYPE" },
        "The emulator supports only keywords as ad group criteria.",
        ""
      )
    }
    checkKeyword(given, context)
    const criterionId = keywordId(given)
    const body: Body = {
      status: "ENABLED",
      negative: false,
      ...given,
      criterionId,
      type: "KEYWORD",
      displayName: text(given, "keyword", "text"),
      ...(given["negative"] === true ? {} : { systemServingStatus: "ELIGIBLE", approvalStatus: "APPROVED" })
    }
    const name = context.name("ad_group_criterion", text(adGroup.body, "id"), criterionId)
    return settleName(body, "ad_group_criterion", name, context)
  },
  update: (before, after, _mask, context) => {
    if (before["negative"] === true) {
      context.complain(
        { adGroupCriterionError: "CANT_UPDATE_NEGATIVE" },
        "Negative ad group criteria are not updateable."
      )
    }
    return after
  },
  remove: removed
}

const checkLocation = (body: Body, context: Context): void => {
  const name = text(body, "location", "geoTargetConstant")
  if (geoTargetNamed(name)) return
  context.complain(
    { criterionError: "INVALID_CRITERION_ID" },
    "Criterion id is not valid.",
    "location.geo_target_constant",
    name
  )
}

const checkProximity = (body: Body, context: Context): void => {
  const radius = Number(at(body, ["proximity", "radius"]) ?? 0)
  if (radius <= 0 || radius > 800) {
    context.complain(
      { criterionError: "INVALID_PROXIMITY_RADIUS" },
      "Proximity criterion's radius is not valid.",
      "proximity.radius"
    )
  }
  if (!at(body, ["proximity", "geoPoint"]) && !at(body, ["proximity", "address"])) {
    context.complain(
      { criterionError: "PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL" },
      "Both GeoPoint and address in the proximity criterion cannot be null.",
      "proximity"
    )
  }
}

const criterionTypes: Readonly<Record<string, string>> = {
  keyword: "KEYWORD",
  location: "LOCATION",
  proximity: "PROXIMITY",
  language: "LANGUAGE"
}

const criterionId = (body: Body, type: string, context: Context): string => {
  if (type === "KEYWORD") return keywordId(body)
  if (type === "PROXIMITY") return context.newId()
  const constant = text(body, "location", "geoTargetConstant") || text(body, "language", "languageConstant")
  return constant.split("/")[1] ?? context.newId()
}

export const campaignCriterionRules: Rules = {
  create: (given, context) => {
    const campaign = context.reference(given, "campaign", "campaign", "campaign")
    const part = Object.keys(criterionTypes).find((name) => given[name] !== undefined)
    if (!part) {
      return context.stop(
        { criterionError: "CANNOT_ADD_CRITERIA_TYPE" },
        "The emulator supports only keywords, locations, proximities and languages as campaign criteria."
      )
    }
    if (part === "keyword") checkKeyword(given, context)
    if (part === "keyword" && given["negative"] !== true) {
      context.complain(
        { criterionError: "CANNOT_ADD_CRITERIA_TYPE" },
        "Criteria type cannot be targeted.",
        "keyword"
      )
    }
    if (part === "location") checkLocation(given, context)
    if (part === "proximity") checkProximity(given, context)
    const type = criterionTypes[part]!
    const id = criterionId(given, type, context)
    const body: Body = { status: "ENABLED", negative: false, ...given, criterionId: id, type }
    const name = context.name("campaign_criterion", text(campaign.body, "id"), id)
    return settleName(body, "campaign_criterion", name, context)
  },
  update: (before, after, _mask, context) => {
    if (before["negative"] === true) {
      context.complain(
        { campaignCriterionError: "CANNOT_UPDATE_NEGATIVE_CRITERION" },
        "Negative criteria are immutable, so updates are not allowed."
      )
    }
    return after
  },
  remove: removed
}
