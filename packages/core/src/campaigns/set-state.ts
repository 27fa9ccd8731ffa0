import { Effect } from "effect"
import { makeStep } from "../changes/edit.ts"
import { type ActionPlan, plansOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { registerWrite } from "../changes/writes.ts"
import { TaskId } from "../contract/index.ts"
import type { PlatformCheck } from "../platform/model.ts"
import { type Campaign, campaignById, campaignBySlug, campaignReads, wasLaunched } from "./campaign.ts"
import { KeywordTransfer, StateEdit } from "./edits/index.ts"
import { refusedThere } from "./edits/state.ts"
import type { Blocker } from "./launch/checks.ts"
import { keywordTransferOp } from "./negatives/pending-exclusions.ts"
import type { CampaignState } from "./stored-campaign.ts"

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

const make = Effect.map(
  Effect.all([StateEdit, KeywordTransfer]),
  ([state, transfer]): Write<"campaigns.set_state"> => ({
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
          steps: [makeStep(state, { campaign: campaign.id, to })]
        }
        if (from === null) return [launch]
        const transferAction: ActionPlan = {
          op: keywordTransferOp,
          campaign: yield* campaignById(context, from),
          source: "dashboard",
          steps: [makeStep(transfer, { from, to: campaign.id })]
        }
        return [launch, transferAction]
      }),
    preview: (planned, check) => {
      const { blocker: ownBlocker, campaign, empty, to } = plansOf(planned, state)[0]!
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
)

export const setCampaignState = registerWrite("campaigns.set_state", make)
