import { Layer } from "effect"
import { handles } from "../pipeline/handlers.ts"
import { addNegativeKeywords } from "./add-negatives.ts"
import { campaignEdits } from "./edits/index.ts"
import { getCampaign } from "./get.ts"
import { listKeywords } from "./keywords.ts"
import { listCampaigns } from "./list.ts"
import { setCampaignState } from "./set-state.ts"
import { updateCampaign } from "./update.ts"

/** What campaigns offer: their operations, and the kinds of edit that they own. */
export const campaigns = Layer.mergeAll(
  handles(listCampaigns, getCampaign, listKeywords),
  updateCampaign,
  setCampaignState,
  addNegativeKeywords
).pipe(Layer.provideMerge(campaignEdits))

/* What may stand in a campaign, for those who write drafts: the rules of a launch, line by line. */
export { addressProblem, isOnWebsite, registeredDomain } from "./launch/addresses.ts"
export {
  calloutProblem,
  descriptionLimits,
  descriptionProblem,
  fewestAssets,
  headlineLimits,
  headlineProblem,
  pathWidth,
  sitelinkProblem,
  sitelinkWidths
} from "./launch/lines.ts"
export { widthOf } from "./launch/wording.ts"
export { termProblem } from "./negatives/validity.ts"
