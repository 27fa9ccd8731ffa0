import { Layer } from "effect"
import { createAd, createCampaign } from "./create.ts"
import { draftEdits } from "./edits/index.ts"
import { draftPeopleWrites } from "./people-writes.ts"
import { writeAd } from "./write-ad.ts"
import { writeDraft } from "./write-draft.ts"

/** The operations of drafts, and the edits that create and remove drafts and ads. */
export const drafts = Layer.mergeAll(createCampaign, createAd, draftPeopleWrites).pipe(
  Layer.provideMerge(draftEdits)
)

/** The tasks that generate drafts and ads. */
export const draftTasks = Layer.merge(writeDraft, writeAd)

/** For recommendations that create drafts: undo discards such a draft if it was never launched. */
export type { Focus } from "./copy/focus.ts"
export { CreateDraft } from "./edits/index.ts"
