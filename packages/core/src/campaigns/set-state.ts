import { Effect } from "effect"
import { step } from "../changes/edit.ts"
import type { PlatformCheck } from "../changes/platform-check.ts"
import { type ActionPlan, type Done, plansOf, type Write } from "../changes/write.ts"
import { guardedWrite } from "../changes/writes.ts"
import { TaskId } from "../contract/index.ts"
import { type Campaign, campaignById, campaignBySlug, campaignFirst, wasLaunched } from "./campaign.ts"
import { HandOver, StateEdit } from "./edits/index.ts"
import { refusedThere } from "./edits/state.ts"
import type { Blocker } from "./launch/checks.ts"
import { handOverOp } from "./negatives/awaiting.ts"
import type { CampaignState } from "./stored-campaign.ts"

/** The campaign whose keywords a launch takes over: a draft of high potential was made of another one's best. */
const takesFrom = (campaign: Campaign, to: CampaignState): number | null =>
  campaign.type === "hipo" && to === "live" && !wasLaunched(campaign) ? campaign.source_campaign_id : null

/** What the platform's own check has against a launch. Its execution is refused for the same. */
const blockerOf = (check: PlatformCheck | null): Blocker | null =>
  check?.verdict === "refused" ? refusedThere(check.reason ?? "") : null

const make = Effect.map(
  Effect.all([StateEdit, HandOver]),
  ([state, handOver]): Write<"campaigns.set_state"> => ({
    asks: true,
    firstRead: campaignFirst,
    actions: (at, { slug, state: to }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(at, slug)
        const from = takesFrom(campaign, to)
        const launch: ActionPlan = {
          op: "set_state",
          campaign,
          source: "dashboard",
          steps: [step(state, { campaign: campaign.id, to })]
        }
        if (from === null) return [launch]
        const handedOver: ActionPlan = {
          op: handOverOp,
          campaign: yield* campaignById(at, from),
          source: "dashboard",
          steps: [step(handOver, { from, to: campaign.id })]
        }
        return [launch, handedOver]
      }),
    preview: (planned, check) => {
      const { blocker: own, campaign, empty, to } = plansOf(planned, state)[0]!
      const blocker = own ?? (to === "live" ? blockerOf(check) : null)
      return {
        would_change: empty ? {} : { state: { from: campaign.state, to } },
        blocked_by: blocker?.by ?? null,
        ...(blocker === null ? {} : { blocked_reason: blocker.reason })
      }
    },
    unchanged: () => ({ accepted: true, task_tracking_id: null, action_id: null }),
    answer: ({ actions, task, warnings }: Done) => ({
      accepted: true,
      task_tracking_id: task === null ? null : TaskId.make(task),
      action_id: actions[0]!.action,
      sync: "pending" as const,
      ...(warnings === undefined ? {} : { warnings })
    })
  })
)

export const setCampaignState = guardedWrite("campaigns.set_state", make)
