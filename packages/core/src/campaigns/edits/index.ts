import { Context, type Effect, Layer } from "effect"
import { editKind } from "../../changes/edits.ts"
import { makeAddKeywords } from "./add-keywords.ts"
import { makeAddNegatives } from "./add-negatives.ts"
import { makeFieldEdit } from "./field.ts"
import { makeHandOver } from "./hand-over.ts"
import { makeKeywordState } from "./keyword-state.ts"
import { makeRemoveKeywords, makeRemoveNegatives } from "./removals.ts"
import { makeStateEdit } from "./state.ts"

export type { CampaignField } from "./field.ts"

/* The kinds of edit that campaigns own. Operations take them by tag; the engine finds them in its registry. */

export class FieldEdit extends Context.Tag("@adwarden/FieldEdit")<
  FieldEdit,
  Effect.Effect.Success<typeof makeFieldEdit>
>() {}
export class StateEdit extends Context.Tag("@adwarden/StateEdit")<
  StateEdit,
  Effect.Effect.Success<typeof makeStateEdit>
>() {}
export class AddNegatives extends Context.Tag("@adwarden/AddNegatives")<
  AddNegatives,
  Effect.Effect.Success<typeof makeAddNegatives>
>() {}

export class AddKeywords extends Context.Tag("@adwarden/AddKeywords")<
  AddKeywords,
  Effect.Effect.Success<typeof makeAddKeywords>
>() {}
export class KeywordStateEdit extends Context.Tag("@adwarden/KeywordStateEdit")<
  KeywordStateEdit,
  Effect.Effect.Success<typeof makeKeywordState>
>() {}
export class HandOver extends Context.Tag("@adwarden/HandOver")<
  HandOver,
  Effect.Effect.Success<typeof makeHandOver>
>() {}

export const campaignEdits = Layer.mergeAll(
  editKind(FieldEdit),
  editKind(StateEdit),
  editKind(AddNegatives),
  editKind(makeRemoveNegatives),
  editKind(AddKeywords),
  editKind(KeywordStateEdit),
  editKind(makeRemoveKeywords),
  editKind(HandOver)
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Layer.effect(FieldEdit, makeFieldEdit),
      Layer.effect(StateEdit, makeStateEdit),
      Layer.effect(AddNegatives, makeAddNegatives),
      Layer.effect(AddKeywords, makeAddKeywords),
      Layer.effect(KeywordStateEdit, makeKeywordState),
      Layer.effect(HandOver, makeHandOver)
    )
  )
)
