import type { Body } from "../protocol/json.ts"
import { channelOf } from "../state/channels.ts"
import type { Context } from "./context.ts"

/*
 * What clients of the API cannot change by campaign type. People can change it in Google Ads itself.
 * - Video: "video campaigns cannot be mutated at all from the API, including simple operations such as pausing
 *   or enabling" (developers.google.com/google-ads/api/docs/campaigns/overview). No page says whether that
 *   includes their budgets: the emulator rejects them too.
 * - Local services: status and daily budget can be updated; creation, removal and ad groups are not supported
 *   (developers.google.com/google-ads/api/docs/campaigns/local-service-campaigns).
 * - Experiments: status, dates and budget cannot be modified.
 */

const notForClient = (context: Context): void =>
  context.complain(
    { operationAccessDeniedError: "MUTATE_ACTION_NOT_PERMITTED_FOR_CLIENT" },
    "A mutate action is not allowed on this campaign, from this client."
  )

const notForType = (context: Context, field = ""): void =>
  context.complain(
    { operationAccessDeniedError: "OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE" },
    "The operation is not allowed for the campaign type.",
    field
  )

/** Checks the creation or removal of a campaign. */
export const checkExistence = (campaign: Body, context: Context): void => {
  if (!context.byClient) return
  const { readOnly } = channelOf(campaign)
  if (readOnly === "all") notForClient(context)
  else if (readOnly !== undefined) notForType(context)
}

/** Checks a change of a campaign's ad groups, ads or criteria. */
export const checkSubEntities = (campaign: Body | undefined, context: Context): void => {
  if (campaign) checkExistence(campaign, context)
}

const editable = /^(status|manual_cpa|maximize_conversions|local_services_campaign_settings)\b/
const fixedInExperiments = /^(status|start_date_time|end_date_time|campaign_budget)$/

export const checkUpdate = (campaign: Body, mask: readonly string[], context: Context): void => {
  if (!context.byClient) return
  const { readOnly } = channelOf(campaign)
  const fixedField = mask.find((field) => fixedInExperiments.test(field))
  if (readOnly === "all") notForClient(context)
  else if (readOnly !== undefined) {
    for (const field of mask) if (!editable.test(field)) notForType(context, field)
  } else if (campaign["experimentType"] === "EXPERIMENT" && fixedField !== undefined) {
    notForTrial(context, fixedField)
  }
}

const notForTrial = (context: Context, field: string): void =>
  context.complain(
    { campaignError: "CANNOT_MODIFY_FOR_TRIAL_CAMPAIGN" },
    "Cannot modify dates, budget or status of a trial campaign.",
    field
  )

/** Checks a change of a budget by the campaigns that use it. */
export const checkBudgetUpdate = (budget: Body, context: Context): void => {
  if (!context.byClient) return
  const users = [...context.live("campaign")].filter(
    ({ body }) => body["campaignBudget"] === budget["resourceName"]
  )
  if (users.some(({ body }) => channelOf(body).readOnly === "all")) notForClient(context)
  else if (users.some(({ body }) => body["experimentType"] === "EXPERIMENT")) notForTrial(context, "")
}
