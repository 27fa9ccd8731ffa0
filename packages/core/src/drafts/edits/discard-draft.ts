import { Effect, Schema } from "effect"
import { type Campaign, campaignById, removeDraft, spendsOrHasSpent } from "../../campaigns/index.ts"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { ValidationError } from "../../contract/index.ts"
import { draftLoss } from "./restore-draft.ts"
import { undoMethods } from "./undo-methods.ts"

const Input = Schema.Struct({ campaign: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String })
type Trace = typeof Trace.Type

export interface DiscardDraftPlan extends Planned {
  readonly campaign: Campaign
}

const subject = "Draft"

const alreadyLaunched = new ValidationError({
  fields: [
    {
      path: "campaign",
      message:
        "was launched, and what has served stays in the records; pause it or take it back to a draft instead"
    }
  ]
})

/** Removes a draft that was never launched, with its ads and keywords. Its share of the cap is free again. */
export const makeDiscardDraft = Effect.succeed(
  defineEdit({
    kind: "draft.discard",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (context: PlanContext, { campaign: id }: typeof Input.Type) =>
      Effect.map(campaignById(context, id), (campaign): DiscardDraftPlan => {
        const canDiscard = campaign.origin === "created" && !spendsOrHasSpent(campaign)
        return {
          campaign,
          sentence: { subject, of: campaign.slug, did: `Discarded the draft ${campaign.slug}` },
          hashedContent: { discard: id },
          affectedKeys: [`draft/${campaign.slug}`],
          moves: [],
          stopsSpend: false,
          refusal: canDiscard ? null : alreadyLaunched,
          empty: campaign.removed
        }
      }),
    apply: ({ campaign }: DiscardDraftPlan, { context }) =>
      Effect.as(
        removeDraft(context.clearance.organization.id, campaign.id, "It was a draft, and it was discarded."),
        {
          campaign: campaign.id,
          slug: campaign.slug
        }
      ),
    route: () => ({ to: "local" }),

    restoresCampaign: true,
    ...undoMethods(subject, (context, { campaign }: Trace) => draftLoss(context, campaign)),
    reverse: ({ campaign }: Trace) => ({ kind: "draft.restore", version: 1, input: { campaign } })
  })
)
