import { Effect } from "effect"
import { step } from "../changes/edit.ts"
import { type Done, plansOf, type Write } from "../changes/write.ts"
import { guardedWrite } from "../changes/writes.ts"
import { TaskId } from "../contract/index.ts"
import { campaignBySlug, campaignFirst } from "./campaign.ts"
import { StateEdit } from "./edits/index.ts"

const make = Effect.map(
  StateEdit,
  (state): Write<"campaigns.set_state"> => ({
    asks: true,
    firstRead: campaignFirst,
    actions: (at, { slug, state: to }) =>
      Effect.map(campaignBySlug(at, slug), (campaign) => [
        {
          op: "set_state",
          campaign,
          source: "dashboard",
          steps: [step(state, { campaign: campaign.id, to })]
        }
      ]),
    preview: (planned) => {
      const { blocker, campaign, empty, to } = plansOf(planned, state)[0]!
      return {
        would_change: empty ? {} : { state: { from: campaign.state, to } },
        blocked_by: blocker?.by ?? null,
        ...(blocker === null ? {} : { blocked_reason: blocker.reason })
      }
    },
    unchanged: () => ({ accepted: true, task_tracking_id: null, action_id: null }),
    answer: ({ actions, task }: Done) => ({
      accepted: true,
      task_tracking_id: task === null ? null : TaskId.make(task),
      action_id: actions[0]!.action,
      sync: "pending" as const
    })
  })
)

export const setCampaignState = guardedWrite("campaigns.set_state", make)
