import { Effect } from "effect"
import { makeStep } from "../changes/edit.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { registerWrite } from "../changes/writes.ts"
import type { Input } from "../contract/index.ts"
import { campaignBySlug, campaignReads } from "./campaign.ts"
import { wholeBudget } from "./edits/field-rules.ts"
import { type CampaignField, FieldEdit } from "./edits/index.ts"

/** Budgets are whole units; targets have cents. */
const requestedFields = ({
  budget,
  name,
  target_cpa
}: Input<"campaigns.update">): ReadonlyArray<readonly [CampaignField, string | number]> => [
  ...(budget === undefined ? [] : [["budget", wholeBudget(budget)] as const]),
  ...(name === undefined ? [] : [["name", name.trim()] as const]),
  ...(target_cpa === undefined ? [] : [["target_cpa", Math.round(target_cpa * 100) / 100] as const])
]

/** In responses 0 means none, as in every read of a campaign. */
const fromTo = (
  fields: ReadonlyArray<{ field: CampaignField; from: string | number | null; to: string | number | null }>
) => Object.fromEntries(fields.map(({ field, from, to }) => [field, { from: from ?? 0, to: to ?? 0 }]))

const make = Effect.map(
  FieldEdit,
  (field): Write<"campaigns.update"> => ({
    reads: campaignReads,
    actions: (context, input) =>
      Effect.map(campaignBySlug(context, input.slug), (campaign) => [
        {
          op: "update_campaign",
          campaign,
          source: "dashboard",
          steps: requestedFields(input).map(([name, to]) =>
            makeStep(field, { campaign: campaign.id, field: name, to })
          )
        }
      ]),
    preview: (planned) => ({
      would_change: fromTo(plansOf(planned, field).filter(({ empty }) => !empty)),
      within_limits: planned.limits === null
    }),
    unchanged: () => ({ applied: true, action_id: null, changed: {} }),
    output: (done: WriteResult) => ({
      applied: true,
      action_id: done.actions[0]!.action,
      changed: fromTo(tracesOf(done, field).map(({ field, set, was }) => ({ field, from: was, to: set }))),
      ...(done.syncPending ? { sync: "pending" as const } : {}),
      ...warningsIn(done)
    })
  })
)

export const updateCampaign = registerWrite("campaigns.update", make)
