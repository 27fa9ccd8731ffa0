export { type HeldCampaign, type SyncResult, type SyncRequest, syncEndpoint } from "./by-operator.ts"
export type { CampaignCounts, SyncReport } from "./report.ts"
export { type SyncSettings, syncDefaults } from "./settings.ts"
export { Sync, type SyncOptions, type SyncShape } from "./sync.ts"
