import { getCampaign } from "./campaigns/get.ts"
import { listKeywords } from "./campaigns/keywords.ts"
import { listCampaigns } from "./campaigns/list.ts"
import { updateCampaign } from "./campaigns/update.ts"
import { getQueuedWrite } from "./changes/get-queued-write.ts"
import { getBusinessProfile } from "./organizations/business-profile.ts"
import { getOrganization } from "./organizations/get.ts"
import { listOrganizations } from "./organizations/list.ts"
import { getTask } from "./tasks/get.ts"

/** The operations that are built. A declared one that is not here answers not_implemented. */
export const handlers = [
  listOrganizations,
  getOrganization,
  getBusinessProfile,
  listCampaigns,
  getCampaign,
  updateCampaign,
  listKeywords,
  getTask,
  getQueuedWrite
] as const
