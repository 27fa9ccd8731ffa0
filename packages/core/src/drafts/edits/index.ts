import { Context, Effect, Layer } from "effect"
import { registerEditKind } from "../../changes/registries.ts"
import { makeCreateAd } from "./create-ad.ts"
import { makeCreateDraft } from "./create-draft.ts"
import { makeDiscardDraft, makeRestoreDraft } from "./discard-draft.ts"
import { makeRemoveAd, makeRestoreAd } from "./remove-ad.ts"

/* The kinds of edit that drafts own. Operations use them by tag; the engine finds them in its registry. */

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
  Layer.effect(CreateDraft, makeCreateDraft),
  Layer.effect(DiscardDraft, makeDiscardDraft),
  Layer.effect(CreateAd, makeCreateAd),
  Layer.effect(RemoveAd, makeRemoveAd)
] as const

export const registerDraftEdits = Effect.all(
  [
    registerEditKind(CreateDraft),
    registerEditKind(DiscardDraft),
    registerEditKind(CreateAd),
    registerEditKind(RemoveAd),
    registerEditKind(makeRestoreDraft),
    registerEditKind(makeRestoreAd)
  ],
  { discard: true }
)
