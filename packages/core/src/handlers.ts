import { addNegativeKeywords } from "./campaigns/add-negatives.ts"
import { getCampaign } from "./campaigns/get.ts"
import { listKeywords } from "./campaigns/keywords.ts"
import { listCampaigns } from "./campaigns/list.ts"
import { setCampaignState } from "./campaigns/set-state.ts"
import { updateCampaign } from "./campaigns/update.ts"
import { getQueuedWrite } from "./changes/get-queued-write.ts"
import { listActions } from "./changes/list-actions.ts"
import { undoAction } from "./changes/undo/undo.ts"
import { getBusinessProfile } from "./organizations/business-profile.ts"
import { getOrganization } from "./organizations/get.ts"
import { listOrganizations } from "./organizations/list.ts"
import { getTask } from "./tasks/get-task.ts"

/** The operations that are built. A declared one that is not here answers not_implemented. */
export const handlers = [
  listOrganizations,
  getOrganization,
  getBusinessProfile,
  listCampaigns,
  getCampaign,
  updateCampaign,
  setCampaignState,
  listKeywords,
  addNegativeKeywords,
  undoAction,
  listActions,
  getTask,
  getQueuedWrite
] as const
