import { type Body, text } from "../protocol/json.ts"
import { type Context, type Rules, removed } from "./context.ts"
import { checkKeyword, keywordId } from "./criteria.ts"

const accountLevel = "ACCOUNT_LEVEL_NEGATIVE_KEYWORDS"

const checkSet = (body: Body, self: string, context: Context): void => {
  if (!context.require(body, "name", "name")) return
  const others = [...context.live("shared_set", self)]
  context.checkUniqueName(
    others,
    text(body, "name"),
    { sharedSetError: "DUPLICATE_NAME" },
    "A shared set with this name already exists."
  )
  if (body["type"] === accountLevel && others.some((other) => other.body["type"] === accountLevel)) {
    context.complain(
      { resourceCountLimitExceededError: "SHARED_SET_LIMIT" },
      "Indicates that this request would exceed the number of allowed shared sets of this type.",
      "type",
      accountLevel
    )
  }
}

export const sharedSetRules: Rules = {
  create: (given, context) => {
    if (given["type"] !== "NEGATIVE_KEYWORDS" && given["type"] !== accountLevel) {
      context.complain(
        { sharedSetError: "CUSTOMER_CANNOT_CREATE_SHARED_SET_OF_THIS_TYPE" },
        "The customer cannot create this type of shared set.",
        "type"
      )
    }
    checkSet(given, "", context)
    const id = context.newId()
    return { ...given, resourceName: context.name("shared_set", id), id, status: "ENABLED" }
  },
  update: (before, after, _mask, context) => {
    checkSet(after, text(before, "resourceName"), context)
    return after
  },
  remove: (before, context) => {
    context.checkUnused(
      "campaign_shared_set",
      "sharedSet",
      before,
      { sharedSetError: "SHARED_SET_IN_USE" },
      "The shared set cannot be removed because it is in use."
    )
    return removed(before)
  }
}

export const sharedCriterionRules: Rules = {
  create: (given, context) => {
    const set = context.reference(given, "sharedSet", "shared_set", "shared_set")
    if (given["keyword"] === undefined) {
      return context.stop(
        { sharedCriterionError: "CRITERION_TYPE_NOT_ALLOWED_FOR_SHARED_SET_TYPE" },
        "The criterion is not appropriate for the shared set type."
      )
    }
    checkKeyword(given, context)
    const criterionId = keywordId(given)
    const name = context.name("shared_criterion", text(set.body, "id"), criterionId)
    return { ...given, resourceName: name, criterionId, type: "KEYWORD", negative: true }
  },
  remove: () => "deleted"
}

export const campaignSharedSetRules: Rules = {
  create: (given, context) => {
    const campaign = context.reference(given, "campaign", "campaign", "campaign")
    const set = context.reference(given, "sharedSet", "shared_set", "shared_set")
    const name = context.name("campaign_shared_set", text(campaign.body, "id"), text(set.body, "id"))
    return { ...given, resourceName: name, status: "ENABLED" }
  },
  remove: removed
}

/** Rules of account-level negative keywords: a list of its own type, linked to the customer. */
export const customerNegativeRules: Rules = {
  create: (given, context) => {
    const link = given["negativeKeywordList"] as Body | undefined
    if (!link) {
      return context.stop(
        { criterionError: "CANNOT_EXCLUDE_CRITERIA_TYPE" },
        "The emulator supports only negative keyword lists at account level."
      )
    }
    const set = context.reference(link, "sharedSet", "negative_keyword_list.shared_set", "shared_set")
    if (set.body["type"] !== accountLevel) {
      context.complain(
        { criterionError: "CANNOT_EXCLUDE_CRITERION" },
        "Only a shared set of the type ACCOUNT_LEVEL_NEGATIVE_KEYWORDS can be linked to a customer.",
        "negative_keyword_list.shared_set",
        set.name
      )
    }
    const id = text(set.body, "id")
    return {
      ...given,
      resourceName: context.name("customer_negative_criterion", id),
      id,
      type: "NEGATIVE_KEYWORD_LIST"
    }
  },
  remove: () => "deleted"
}
