import { Effect } from "effect"
import { PlatformRefused, type WriteFailure } from "../errors.ts"
import type { AdAccount, PlatformCampaign, Ref } from "../model.ts"
import type { GoogleAdsClient } from "./client.ts"
import { label as platform } from "./failures.ts"
import { type Body, mutate } from "./mutate.ts"
import { microsOf, type Search } from "./search.ts"
import { readCampaign } from "./structure.ts"

/** Writes settings of a campaign. Each sets an absolute value, so it is idempotent. */
export const makeSettingsWrites = (client: GoogleAdsClient, search: Search) => {
  const update = (account: AdAccount, collection: string, body: Body, updateMask: string) =>
    Effect.asVoid(mutate(client, account, collection, [{ update: body, updateMask }]))

  const requireCampaign = (
    account: AdAccount,
    campaign: Ref
  ): Effect.Effect<PlatformCampaign, WriteFailure> =>
    Effect.flatMap(readCampaign(search, account, campaign), (found) =>
      found === null
        ? new PlatformRefused({
            platform,
            code: "campaign_missing",
            message: "The campaign is no longer in Google Ads."
          })
        : Effect.succeed(found)
    )

  return {
    rename: (account: AdAccount, campaign: Ref, name: string) =>
      update(account, "campaigns", { resourceName: campaign, name }, "name"),

    setState: (account: AdAccount, campaign: Ref, state: "live" | "paused") => {
      const status = campaignStatus(state)
      return update(account, "campaigns", { resourceName: campaign, status }, "status")
    },

    setAiMax: (account: AdAccount, campaign: Ref, on: boolean) =>
      update(account, "campaigns", { resourceName: campaign, ...aiMaxBody(on) }, aiMaxMask),

    setBudget: (account: AdAccount, campaign: Ref, amount: number) =>
      Effect.flatMap(requireCampaign(account, campaign), ({ budgetRef, budgetUsers }) =>
        budgetUsers > 1
          ? new PlatformRefused({
              platform,
              code: "budget_shared",
              message: `The campaign shares its budget with ${budgetUsers - 1} other ${budgetUsers === 2 ? "campaign" : "campaigns"}, which a change would move too. Give it a budget of its own in Google Ads first.`
            })
          : update(
              account,
              "campaignBudgets",
              { resourceName: budgetRef, amountMicros: microsOf(amount) },
              "amountMicros"
            )
      ),

    setTargetCpa: (account: AdAccount, campaign: Ref, amount: number | null) =>
      Effect.flatMap(requireCampaign(account, campaign), ({ bidding, portfolio }) => {
        if (portfolio) {
          return new PlatformRefused({
            platform,
            code: "bidding_shared",
            message:
              "The campaign bids by a portfolio strategy, which other campaigns may share. Give it a strategy of its own in Google Ads first."
          })
        }
        const scheme = targetCpaSchemes[bidding]
        if (scheme === undefined) {
          return new PlatformRefused({
            platform,
            code: "bidding_without_target",
            message: `The campaign's bidding strategy (${bidding}) takes no target CPA.`
          })
        }
        const target = amount === null ? {} : { targetCpaMicros: microsOf(amount) }
        const body = { resourceName: campaign, [scheme]: target }
        return update(account, "campaigns", body, `${scheme}.targetCpaMicros`)
      })
  }
}

export const campaignStatus = (state: "live" | "paused"): string => (state === "live" ? "ENABLED" : "PAUSED")

/** The campaign field that turns AI Max on or off, with its update mask. */
export const aiMaxBody = (on: boolean): Body => ({ aiMaxSetting: { enableAiMax: on } })
export const aiMaxMask = "aiMaxSetting.enableAiMax"

/** The bidding strategies that accept a target CPA, with the campaign field that holds it. */
export const targetCpaSchemes: Readonly<Record<string, string>> = {
  MAXIMIZE_CONVERSIONS: "maximizeConversions",
  TARGET_CPA: "targetCpa"
}
