import { Effect } from "effect"
import { makeStep } from "../changes/edit.ts"
import { registerWrite } from "../changes/registries.ts"
import {
  type ActionPlan,
  plansOf,
  tracesOf,
  type Write,
  type WriteResult,
  warningsIn
} from "../changes/write.ts"
import { type Input, TaskId } from "../contract/index.ts"
import type { PlatformCheck } from "../platform/model.ts"
import type { SettingValue } from "../platform/outside-changes.ts"
import {
  type Campaign,
  type CampaignState,
  campaignById,
  campaignBySlug,
  campaignReads,
  raisedCampaignBySlug,
  raiseReads,
  wasLaunched
} from "./campaign.ts"
import { type CampaignField, fieldEdit, wholeBudget } from "./edits/field.ts"
import { refusedThere, stateEdit } from "./edits/state.ts"
import { transferKeywordsEdit } from "./edits/transfer-keywords.ts"
import type { Blocker } from "./launch/checks.ts"
import { keywordTransferOp } from "./negatives/pending-exclusions.ts"

/** Budgets are whole units; targets have cents. */
const requestedFields = ({
  ai_max,
  budget,
  name,
  target_cpa
}: Input<"campaigns.update">): ReadonlyArray<readonly [CampaignField, string | number | boolean]> => [
  ...(budget === undefined ? [] : [["budget", wholeBudget(budget)] as const]),
  ...(name === undefined ? [] : [["name", name.trim()] as const]),
  ...(target_cpa === undefined ? [] : [["target_cpa", Math.round(target_cpa * 100) / 100] as const]),
  ...(ai_max === undefined ? [] : [["ai_max", ai_max] as const])
]

/** In responses 0 means none, as in every read of a campaign. */
const fromTo = (fields: ReadonlyArray<{ field: CampaignField; from: SettingValue; to: SettingValue }>) =>
  Object.fromEntries(fields.map(({ field, from, to }) => [field, { from: from ?? 0, to: to ?? 0 }]))

const makeUpdate = Effect.succeed<Write<"campaigns.update">>({
  reads: (organization, input, caller) =>
    (input.budget === undefined ? campaignReads : raiseReads)(organization, input, caller),
  actions: (context, input) =>
    Effect.map(
      (input.budget === undefined ? campaignBySlug : raisedCampaignBySlug)(context, input.slug),
      (campaign) => [
        {
          op: "update_campaign",
          campaign,
          source: "dashboard",
          steps: requestedFields(input).map(([name, to]) =>
            makeStep(fieldEdit, { campaign: campaign.id, field: name, to })
          )
        }
      ]
    ),
  preview: (planned) => {
    const plans = plansOf(planned, fieldEdit)
    const through = plans.flatMap(({ throughAiMax }) => throughAiMax ?? [])[0]
    return {
      would_change: fromTo(plans.filter(({ empty }) => !empty)),
      within_limits: planned.limits === null,
      ...(through === undefined ? {} : { through_ai_max: through })
    }
  },
  unchanged: () => ({ applied: true, action_id: null, changed: {} }),
  output: (done: WriteResult) => ({
    applied: true,
    action_id: done.actions[0]!.action,
    changed: fromTo(tracesOf(done, fieldEdit).map(({ field, set, was }) => ({ field, from: was, to: set }))),
    ...(done.syncPending ? { sync: "pending" as const } : {}),
    ...warningsIn(done)
  })
})

export const updateCampaign = registerWrite("campaigns.update", makeUpdate)

/**
 * Returns the campaign whose keywords a launch takes over: a high-potential draft is made from another
 * campaign's best keywords.
 */
const transferSource = (campaign: Campaign, to: CampaignState): number | null =>
  campaign.type === "hipo" && to === "live" && !wasLaunched(campaign) ? campaign.source_campaign_id : null

/**
 * Returns the blocker of a launch that the platform's check refuses. The execution is refused for the same
 * reason.
 */
const blockerOf = (check: PlatformCheck | null): Blocker | null =>
  check?.verdict === "refused" ? refusedThere(check.reason ?? "") : null

const makeSetState = Effect.succeed<Write<"campaigns.set_state">>({
  readsPlatform: true,
  reads: campaignReads,
  actions: (context, { slug, state: to }) =>
    Effect.gen(function* () {
      const campaign = yield* campaignBySlug(context, slug)
      const from = transferSource(campaign, to)
      const launch: ActionPlan = {
        op: "set_state",
        campaign,
        source: "dashboard",
        steps: [makeStep(stateEdit, { campaign: campaign.id, to })]
      }
      if (from === null) return [launch]
      const transferAction: ActionPlan = {
        op: keywordTransferOp,
        campaign: yield* campaignById(context, from),
        source: "dashboard",
        steps: [makeStep(transferKeywordsEdit, { from, to: campaign.id })]
      }
      return [launch, transferAction]
    }),
  preview: (planned, check) => {
    const { blocker: ownBlocker, campaign, empty, to } = plansOf(planned, stateEdit)[0]!
    const blocker = ownBlocker ?? (to === "live" ? blockerOf(check) : null)
    return {
      would_change: empty ? {} : { state: { from: campaign.state, to } },
      blocked_by: blocker?.by ?? null,
      ...(blocker === null ? {} : { blocked_reason: blocker.reason })
    }
  },
  unchanged: () => ({ accepted: true, task_tracking_id: null, action_id: null }),
  output: (done: WriteResult) => ({
    accepted: true,
    task_tracking_id: done.task === null ? null : TaskId.make(done.task),
    action_id: done.actions[0]!.action,
    sync: "pending" as const,
    ...warningsIn(done)
  })
})

export const setCampaignState = registerWrite("campaigns.set_state", makeSetState)
