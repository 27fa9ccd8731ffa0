import { Effect } from "effect"
import { registerEdits } from "../changes/registries.ts"
import { createAd, createCampaign } from "./create.ts"
import { createAdEdit } from "./edits/create-ad.ts"
import { createDraftEdit } from "./edits/create-draft.ts"
import { discardDraftEdit, restoreDraftEdit } from "./edits/discard-draft.ts"
import { removeAdEdit, restoreAdEdit } from "./edits/remove-ad.ts"
import { draftPeopleWrites } from "./people-writes.ts"
import { pagesKind, readPagesEdit } from "./read-pages.ts"
import { writeAd } from "./write-ad.ts"
import { writeDraft } from "./write-draft.ts"

/** Registers the kinds of edit that drafts own. */
const registerDraftEdits = registerEdits(
  createDraftEdit,
  discardDraftEdit,
  restoreDraftEdit,
  createAdEdit,
  removeAdEdit,
  restoreAdEdit,
  readPagesEdit
)

/** The operations of drafts, and the edits that create and remove drafts and ads. */
export const drafts = Effect.all([registerDraftEdits, createCampaign, createAd, draftPeopleWrites], {
  discard: true
})

/** The tasks that generate drafts and ads. */
export const draftTasks = Effect.all([writeDraft, writeAd, pagesKind], { discard: true })

export type { Focus } from "./copy/content.ts"
export { unwantedWords } from "./copy/negatives.ts"
export { readDraftPages } from "./read-pages.ts"
/** For recommendations that create drafts: undo discards such a draft if it was never launched. */
export { createDraftEdit }
