import { Layer } from "effect"
import { handles } from "../pipeline/handlers.ts"
import { addNegativeKeywords } from "./add-negatives.ts"
import { campaignEdits } from "./edits/index.ts"
import { getCampaign } from "./get.ts"
import { listKeywords } from "./keywords.ts"
import { listCampaigns } from "./list.ts"
import { setCampaignState } from "./set-state.ts"
import { updateCampaign } from "./update.ts"

export { campaignNotFound, someSlugs } from "./campaign-not-found.ts"
export { blocking, blocks, type Exclusion, wordsOf } from "./negatives/blocks.ts"
export { keptWindowFor, keptWindows } from "./search-terms/windows.ts"

/** What campaigns offer: their operations, and the kinds of edit that they own. */
export const campaigns = Layer.mergeAll(
  handles(listCampaigns, getCampaign, listKeywords),
  updateCampaign,
  setCampaignState,
  addNegativeKeywords
).pipe(Layer.provideMerge(campaignEdits))
