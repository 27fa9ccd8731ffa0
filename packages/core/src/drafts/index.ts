import { Layer } from "effect"
import { createCampaign } from "./create.ts"
import { createAd } from "./create-ad.ts"
import { draftEdits } from "./edits/index.ts"
import { writeAd } from "./write-ad.ts"
import { writeDraft } from "./write-draft.ts"

/** What drafts offer: campaigns and ads from a website, and the edits that make and take them away. */
export const drafts = Layer.mergeAll(createCampaign, createAd).pipe(Layer.provideMerge(draftEdits))

/** The tasks that write them. */
export const draftTasks = Layer.merge(writeDraft, writeAd)

/** For recommendations, which make drafts of their own: undo discards those while they were never launched. */
export type { Focus } from "./draft-task.ts"
export { CreateDraft } from "./edits/index.ts"
