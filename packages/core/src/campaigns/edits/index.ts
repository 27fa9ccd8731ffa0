import { Context, Effect } from "effect"
import { editKindLayer, registerEditKind } from "../../changes/registries.ts"
import { acceptEdit, makeAcceptField, makeAcceptState, makeKeepField } from "./accept.ts"
import { adPartEdit } from "./ad-part.ts"
import { makeAdState } from "./ad-state.ts"
import { makeAddKeywords } from "./add-keywords.ts"
import { makeAddNegatives } from "./add-negatives.ts"
import { accountEdit, calloutsEdit, languageEdit, locationsEdit, sitelinksEdit } from "./content-parts.ts"
import { makeFieldEdit } from "./field.ts"
import { makeKeywordState } from "./keyword-state.ts"
import { makeRemoveKeywords, makeRemoveNegatives } from "./removals.ts"
import { makeStateEdit } from "./state.ts"
import { makeKeywordTransfer } from "./transfer-keywords.ts"

export type { CampaignField } from "./field.ts"

/* The kinds of edit that campaigns own. The engine finds them in its registry; operations use some by tag. */

export class FieldEdit extends Context.Tag("@adwarden/FieldEdit")<
  FieldEdit,
  Effect.Effect.Success<typeof makeFieldEdit>
>() {}
export class StateEdit extends Context.Tag("@adwarden/StateEdit")<
  StateEdit,
  Effect.Effect.Success<typeof makeStateEdit>
>() {}
export class AcceptField extends Context.Tag("@adwarden/AcceptField")<
  AcceptField,
  ReturnType<typeof makeAcceptField>
>() {}
export class AcceptState extends Context.Tag("@adwarden/AcceptState")<
  AcceptState,
  ReturnType<typeof makeAcceptState>
>() {}
export class KeepField extends Context.Tag("@adwarden/KeepField")<
  KeepField,
  ReturnType<typeof makeKeepField>
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
export class AdStateEdit extends Context.Tag("@adwarden/AdStateEdit")<
  AdStateEdit,
  Effect.Effect.Success<typeof makeAdState>
>() {}
export class KeywordTransfer extends Context.Tag("@adwarden/KeywordTransfer")<
  KeywordTransfer,
  Effect.Effect.Success<typeof makeKeywordTransfer>
>() {}

export const campaignEdits = [
  editKindLayer(FieldEdit, makeFieldEdit),
  editKindLayer(StateEdit, makeStateEdit),
  editKindLayer(AcceptField, Effect.map(makeFieldEdit, makeAcceptField)),
  editKindLayer(AcceptState, Effect.map(makeStateEdit, makeAcceptState)),
  editKindLayer(KeepField, Effect.map(makeFieldEdit, makeKeepField)),
  editKindLayer(AddNegatives, makeAddNegatives),
  editKindLayer(AddKeywords, makeAddKeywords),
  editKindLayer(KeywordStateEdit, makeKeywordState),
  editKindLayer(AdStateEdit, makeAdState),
  editKindLayer(KeywordTransfer, makeKeywordTransfer)
] as const

export const registerCampaignEdits = Effect.all(
  [
    registerEditKind(Effect.succeed(acceptEdit)),
    registerEditKind(makeRemoveNegatives),
    registerEditKind(makeRemoveKeywords),
    registerEditKind(Effect.succeed(accountEdit)),
    registerEditKind(Effect.succeed(locationsEdit)),
    registerEditKind(Effect.succeed(languageEdit)),
    registerEditKind(Effect.succeed(sitelinksEdit)),
    registerEditKind(Effect.succeed(calloutsEdit)),
    registerEditKind(Effect.succeed(adPartEdit))
  ],
  { discard: true }
)
