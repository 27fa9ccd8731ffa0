import { Effect, Schema } from "effect"
import {
  type Campaign,
  campaignById,
  findDraft,
  removeDraft,
  restoreDraft,
  spendsOrHasSpent
} from "../../campaigns/index.ts"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { ValidationError } from "../../contract/index.ts"
import { newBudget } from "./create-draft.ts"
import { notUndoable, undoMethods } from "./undo-methods.ts"

const Input = Schema.Struct({ campaign: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String })
type Trace = typeof Trace.Type

interface RestorePlan extends Planned {
  readonly campaign: { readonly id: number; readonly slug: string }
}

/** An undo makes no action, so nothing asks how to undo it. */
const neverUndone = "An undo is not undone itself."

/** Returns why a discarded draft cannot be restored, or null. */
const draftLoss = (context: PlanContext, campaign: number) =>
  Effect.map(findDraft(context.clearance.organization.id, campaign), (draft) => {
    if (draft?.removed !== true) return "It was restored before."
    return draft.written
      ? null
      : "It was discarded before it was written. Create a new one with {campaigns.create}."
  })

/** Restores a discarded draft. Its budget counts towards the monthly cap again. */
export const restoreDraftEdit = defineEdit({
  kind: "draft.restore",
  version: 1,
  input: Input,
  trace: Trace,
  plan: (context: PlanContext, { campaign: id }: typeof Input.Type) =>
    Effect.map(campaignById(context, id), (campaign): RestorePlan => {
      const { committed, removed, slug } = campaign
      return {
        campaign,
        sentence: { subject: "Draft", of: slug, did: `Restored the draft ${slug}` },
        hashedContent: { restore: id },
        affectedKeys: [`draft/${slug}`],
        moves: committed === 0 ? [] : [newBudget(id, committed)],
        stopsSpend: false,
        refusal: null,
        empty: !removed
      }
    }),
  apply: ({ campaign: { id, slug } }: RestorePlan, { context }) =>
    Effect.as(restoreDraft(context.clearance.organization.id, id), { campaign: id, slug }),
  route: () => ({ to: "local" }),
  ...notUndoable<Trace>("Draft", neverUndone)
})

interface DiscardDraftPlan extends Planned {
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
export const discardDraftEdit = defineEdit({
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
