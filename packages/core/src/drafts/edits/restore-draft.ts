import { Effect, Schema } from "effect"
import { campaignById, findDraft, restoreDraft } from "../../campaigns/index.ts"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { notUndoable } from "./undo-methods.ts"

const DraftTrace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String })

interface RestorePlan extends Planned {
  readonly campaign: { readonly id: number; readonly slug: string }
}

/** An undo makes no action, so nothing asks how to undo it. */
const neverUndone = "An undo is not undone itself."

/** Returns why a discarded draft cannot be restored, or null. */
export const draftLoss = (context: PlanContext, campaign: number) =>
  Effect.map(findDraft(context.clearance.organization.id, campaign), (draft) => {
    if (draft?.removed !== true) return "It was restored before."
    return draft.written
      ? null
      : "It was discarded before it was written. Create a new one with {campaigns.create}."
  })

/** Restores a discarded draft. Its budget counts towards the monthly cap again. */
export const makeRestoreDraft = Effect.succeed(
  defineEdit({
    kind: "draft.restore",
    version: 1,
    input: Schema.Struct({ campaign: Schema.Int }),
    trace: DraftTrace,
    plan: (context: PlanContext, { campaign: id }: { readonly campaign: number }) =>
      Effect.map(campaignById(context, id), (campaign): RestorePlan => {
        const { committed, removed, slug } = campaign
        return {
          campaign,
          sentence: { subject: "Draft", of: slug, did: `Restored the draft ${slug}` },
          hashedContent: { restore: id },
          affectedKeys: [`draft/${slug}`],
          moves:
            committed === 0
              ? []
              : [{ campaign: id, from: null, to: committed, committed: 0, launched: false, goesLive: false }],
          stopsSpend: false,
          refusal: null,
          empty: !removed
        }
      }),
    apply: ({ campaign: { id, slug } }: RestorePlan, { context }) =>
      Effect.as(restoreDraft(context.clearance.organization.id, id), { campaign: id, slug }),
    route: () => ({ to: "local" }),
    ...notUndoable<typeof DraftTrace.Type>("Draft", neverUndone)
  })
)
