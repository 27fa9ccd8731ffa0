import { Effect } from "effect"
import { registerHandlers } from "../request/handler.ts"
import { acceptOutsideChanges, keepOwnSettings } from "./accept-changes.ts"
import { addNegativeKeywords } from "./add-negatives.ts"
import { registerCampaignEdits } from "./edits/index.ts"
import { getCampaign } from "./get.ts"
import { listKeywords } from "./keywords.ts"
import { listCampaigns } from "./list.ts"
import { listAds } from "./list-ads.ts"
import { listNegativeKeywords } from "./list-negatives.ts"
import { setBudget } from "./people-writes/budget.ts"
import { contentPeopleWrites } from "./people-writes/content.ts"
import { keywordPeopleWrites } from "./people-writes/keywords.ts"
import { revertExternalChange } from "./people-writes/revert.ts"
import { setCampaignState } from "./set-state.ts"
import { updateCampaign } from "./update.ts"

/** Registers the operations of campaigns, and the kinds of edit that they own. */
export const campaigns = Effect.all(
  [
    registerCampaignEdits,
    registerHandlers(listCampaigns, getCampaign, listAds, listKeywords, listNegativeKeywords),
    updateCampaign,
    setCampaignState,
    acceptOutsideChanges,
    keepOwnSettings,
    addNegativeKeywords,
    setBudget,
    contentPeopleWrites,
    keywordPeopleWrites,
    revertExternalChange
  ],
  { discard: true }
)
