import { campaignGroups } from "../commands/campaigns.ts"
import { mainOf } from "../main.ts"

export const main = mainOf(campaignGroups)
