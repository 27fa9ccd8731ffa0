import { Effect } from "effect"
import type { ReadFailure } from "../errors.ts"
import type { AdAccount, Mutation, PlatformChange, Ref } from "../model.ts"
import type { GoogleAdsClient } from "./client.ts"
import { campaignOperations } from "./drafts.ts"
import { type Body, validateTogether, type WrappedOperation } from "./mutate.ts"
import { operationsOf, readNoOpMutations } from "./mutations.ts"
import { microsOf, type Search } from "./search.ts"
import { aiMaxBody, aiMaxMask, campaignStatus, targetCpaSchemes } from "./settings-writes.ts"

type Setting = Extract<
  PlatformChange,
  { readonly do: "rename" | "set_target_cpa" | "set_ai_max" | "set_state" }
>
type Other = Exclude<PlatformChange, Mutation | Setting>

const isSettingChange = (change: PlatformChange): change is Setting =>
  change.do === "rename" ||
  change.do === "set_target_cpa" ||
  change.do === "set_ai_max" ||
  change.do === "set_state"
const isOther = (change: PlatformChange): change is Other =>
  change.do === "set_budget" || change.do === "create_campaign"
const isMutation = (change: PlatformChange): change is Mutation =>
  !isSettingChange(change) && !isOther(change)

/** Returns the campaign fields that a setting writes, with their update mask. */
const fieldsOf = (setting: Setting): readonly [Body, string] | null => {
  switch (setting.do) {
    case "rename":
      return [{ name: setting.name }, "name"]
    case "set_state":
      return [{ status: campaignStatus(setting.state) }, "status"]
    case "set_ai_max":
      return [aiMaxBody(setting.on), aiMaxMask]
    case "set_target_cpa": {
      const scheme = targetCpaSchemes[setting.bidding]
      if (scheme === undefined) return null
      const target = setting.amount === null ? {} : { targetCpaMicros: microsOf(setting.amount) }
      return [{ [scheme]: target }, `${scheme}.targetCpaMicros`]
    }
  }
}

/** The platform accepts one operation per campaign in a request, so the settings of a campaign are merged. */
const settingOperations = (settings: ReadonlyArray<Setting>): ReadonlyArray<WrappedOperation> => {
  const byCampaign = new Map<Ref, { readonly body: Body; readonly mask: ReadonlyArray<string> }>()
  for (const setting of settings) {
    const fields = fieldsOf(setting)
    if (fields === null) continue
    const { body, mask } = byCampaign.get(setting.campaign) ?? { body: {}, mask: [] }
    byCampaign.set(setting.campaign, { body: { ...body, ...fields[0] }, mask: [...mask, fields[1]] })
  }
  return [...byCampaign].map(([resourceName, { body, mask }]) => ({
    campaignOperation: { update: { resourceName, ...body }, updateMask: mask.join(",") }
  }))
}

const otherOperations = (account: AdAccount, change: Other): ReadonlyArray<WrappedOperation> =>
  change.do === "create_campaign"
    ? campaignOperations(change.draft, account.customerId)
    : [
        {
          campaignBudgetOperation: {
            update: { resourceName: change.budget, amountMicros: microsOf(change.amount) },
            updateMask: "amountMicros"
          }
        }
      ]

/** Validates with validateOnly: the platform applies all its rules and changes nothing. */
export const makeCheck = (client: GoogleAdsClient, search: Search) => {
  const validate = (
    account: AdAccount,
    rest: ReadonlyArray<WrappedOperation>,
    mutations: ReadonlyArray<Mutation>
  ) => {
    const operations = [...rest, ...operationsOf(account, mutations).flat()]
    return operations.length === 0 ? Effect.void : validateTogether(client, account, operations)
  }
  return {
    check: (account: AdAccount, changes: ReadonlyArray<PlatformChange>): Effect.Effect<void, ReadFailure> => {
      const rest = [
        ...settingOperations(changes.filter(isSettingChange)),
        ...changes.filter(isOther).flatMap((change) => otherOperations(account, change))
      ]
      const mutations = changes.filter(isMutation)
      return validate(account, rest, mutations).pipe(
        // The real write skips keywords that are already in the requested state, so the check skips them too.
        Effect.catchTag("PlatformRefused", (refusal) =>
          Effect.flatMap(readNoOpMutations(search, account, mutations), (noOps) =>
            noOps.size === 0
              ? Effect.fail(refusal)
              : validate(
                  account,
                  rest,
                  mutations.filter((one) => !noOps.has(one))
                )
          )
        )
      )
    }
  }
}
