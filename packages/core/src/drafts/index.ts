import { Effect } from "effect"
import { createAd, createCampaign } from "./create.ts"
import { registerDraftEdits } from "./edits/index.ts"
import { draftPeopleWrites } from "./people-writes.ts"
import { pagesKind } from "./read-pages.ts"
import { writeAd } from "./write-ad.ts"
import { writeDraft } from "./write-draft.ts"

/** The operations of drafts, and the edits that create and remove drafts and ads. */
export const drafts = Effect.all([registerDraftEdits, createCampaign, createAd, draftPeopleWrites], {
  discard: true
})

/** The tasks that generate drafts and ads. */
export const draftTasks = Effect.all([writeDraft, writeAd, pagesKind], { discard: true })

export type { Focus } from "./copy/content.ts"
/** For recommendations that create drafts: undo discards such a draft if it was never launched. */
export { createDraftEdit } from "./edits/create-draft.ts"
export { readDraftPages } from "./read-pages.ts"
