import { Context, Effect } from "effect"
import { editKindLayer, registerEditKind } from "../../changes/registries.ts"
import { makeCreateAd } from "./create-ad.ts"
import { makeCreateDraft } from "./create-draft.ts"
import { makeDiscardDraft, makeRestoreDraft } from "./discard-draft.ts"
import { makeRemoveAd, makeRestoreAd } from "./remove-ad.ts"

/* The kinds of edit that drafts own. The engine finds them in its registry; operations use some by tag. */

export class CreateDraft extends Context.Tag("@adwarden/CreateDraft")<
  CreateDraft,
  Effect.Effect.Success<typeof makeCreateDraft>
>() {}
export class DiscardDraft extends Context.Tag("@adwarden/DiscardDraft")<
  DiscardDraft,
  Effect.Effect.Success<typeof makeDiscardDraft>
>() {}
export class CreateAd extends Context.Tag("@adwarden/CreateAd")<
  CreateAd,
  Effect.Effect.Success<typeof makeCreateAd>
>() {}
export class RemoveAd extends Context.Tag("@adwarden/RemoveAd")<
  RemoveAd,
  Effect.Effect.Success<typeof makeRemoveAd>
>() {}

export const draftEdits = [
  editKindLayer(CreateDraft, makeCreateDraft),
  editKindLayer(DiscardDraft, makeDiscardDraft),
  editKindLayer(CreateAd, makeCreateAd),
  editKindLayer(RemoveAd, makeRemoveAd)
] as const

export const registerDraftEdits = Effect.all(
  [registerEditKind(makeRestoreDraft), registerEditKind(makeRestoreAd)],
  { discard: true }
)
