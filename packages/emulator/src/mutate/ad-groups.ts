import { type Body, text } from "../protocol/json.ts"
import { channelOf } from "../state/channels.ts"
import { checkSubEntities } from "./channels.ts"
import { type Context, type Rules, removed } from "./context.ts"

const checkName = (body: Body, self: string, context: Context): void => {
  const name = text(body, "name")
  if (name === "") {
    context.complain({ adGroupError: "MISSING_ADGROUP_NAME" }, "AdGroup name is missing.", "name")
    return
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what the platform refuses
  if (name.length > 255 || /[\u0000\n\r]/.test(name)) {
    context.complain({ adGroupError: "INVALID_ADGROUP_NAME" }, "AdGroup name is not valid.", "name", name)
  }
  const inCampaign = [...context.live("ad_group", self)].filter(
    (other) => text(other.body, "campaign") === text(body, "campaign")
  )
  context.checkUniqueName(
    inCampaign,
    name,
    { adGroupError: "DUPLICATE_ADGROUP_NAME" },
    "AdGroup with the same name already exists for the campaign."
  )
}

export const adGroupRules: Rules = {
  create: (given, context) => {
    const campaign = context.reference(given, "campaign", "campaign", "campaign")
    checkSubEntities(campaign.body, context)
    const [defaultType, ...otherTypes] = channelOf(campaign.body).adGroupTypes
    if (defaultType === undefined) {
      return context.stop(
        { adGroupError: "CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE" },
        "Cannot add ad group for campaign type.",
        "campaign",
        campaign.name
      )
    }
    checkName(given, "", context)
    const type = text(given, "type") || defaultType
    if (type !== defaultType && !otherTypes.includes(type)) {
      context.complain(
        { adGroupError: "AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE" },
        "AdGroup type is not valid for the advertising channel type.",
        "type"
      )
    }
    const id = context.newId()
    return {
      status: "ENABLED",
      ...given,
      ...(type === "UNSPECIFIED" ? {} : { type }),
      resourceName: context.name("ad_group", id),
      id
    }
  },
  update: (before, after, _mask, context) => {
    checkSubEntities(context.draft.get(text(before, "campaign"))?.body, context)
    checkName(after, text(before, "resourceName"), context)
    if (after["status"] === "REMOVED") {
      context.complain({ adGroupError: "INVALID_STATUS" }, "The status is not valid for an update.", "status")
    }
    return after
  },
  remove: (before, context) => {
    checkSubEntities(context.draft.get(text(before, "campaign"))?.body, context)
    return removed(before)
  }
}
