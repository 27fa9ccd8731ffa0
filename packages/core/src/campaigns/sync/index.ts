export type { SyncOptions } from "./account.ts"
export {
  type HeldCampaign,
  type SyncProgress,
  type SyncRequest,
  type SyncResult,
  syncEndpoint
} from "./operator-sync.ts"
export type { CampaignCounts, SyncReport } from "./report.ts"
export { type SyncSettings, syncDefaults } from "./settings.ts"
export { Sync, type SyncShape } from "./sync.ts"
