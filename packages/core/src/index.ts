export { makeReadinessCheck, version } from "./about.ts"
export * from "./access/index.ts"
export { type FileVerification, makeFileVerifier, UnreadableExport } from "./audit/file/index.ts"
export { auditHash, chainBreak, genesis } from "./audit/hash.ts"
export { type ChainFlaw, startsAtGenesis, type EventPosition, type ChainVerification } from "./audit/proof.ts"
export { AuditSealer } from "./audit/sealer.ts"
export type { DescribedLine } from "./campaigns/copy-sources.ts"
export { rebuildTotals as rebuildSearchTermTotals } from "./campaigns/search-terms/keep-totals.ts"
export * from "./campaigns/sync/index.ts"
export { writeSearchTerms } from "./campaigns/sync/write-search-terms.ts"
export * from "./changes/approvals/index.ts"
export type { PersonEditResult } from "./changes/by-hand.ts"
export * as Core from "./core.ts"
export { removalEndpoints } from "./drafts/removing.ts"
export { type DraftAdDetail, type DraftDetail, draftEndpoints } from "./drafts/show.ts"
export { housekeeping } from "./housekeeping.ts"
export { keyEndpoints } from "./identity/keys.ts"
export {
  Mailer,
  type MailHealth,
  mailEndpoints,
  mailHealth,
  type OutboxMail,
  type OutboxRow
} from "./identity/mail/index.ts"
export { type AuthorizationPrompt, oauthEndpoints } from "./identity/oauth-entrances.ts"
export * from "./identity/people/index.ts"
export { SecretScanning } from "./identity/secret-scanning/report.ts"
export { recommendationEndpoints } from "./insight/recommendations/entrances.ts"
export { reportEndpoints } from "./insight/reports/entrances.ts"
export type { ReportType } from "./insight/reports/periods.ts"
export { readSavings, type AppliedSaving } from "./insight/savings/read.ts"
export {
  type AccountRow,
  type Accounts,
  accountEndpoints,
  type LinkedAccount,
  type LoginInput,
  type LoginRow,
  type ReconnectedLogin
} from "./organizations/accounts/index.ts"
export { analyseWebsite } from "./organizations/business-profile/analyse.ts"
export { type AnalysisStarted, profileEndpoints } from "./organizations/business-profile/entrances.ts"
export { lockProfile, writeProfile } from "./organizations/business-profile/rows.ts"
export type { OwnerOrOperator } from "./organizations/door.ts"
export { linkAccount } from "./organizations/link-account.ts"
export {
  type OrganizationRow,
  organizationEndpoints,
  type UpdatedRules
} from "./organizations/manage.ts"
export type { Overview } from "./organizations/overview.ts"
export type { ChangedRule, RuleChanges, Rules } from "./organizations/rules.ts"
export { type StaffAdded, type TeamRow, teamEndpoints } from "./organizations/teams.ts"
export { SiteReader } from "./outbound/index.ts"
export { MailTransport } from "./outbound/mail/transport.ts"
export { httpHeaders } from "./pipeline/http-headers.ts"
export { Pipeline } from "./pipeline/pipeline.ts"
export { redactedLogger } from "./pipeline/redaction.ts"
export * from "./platform/index.ts"
export type { PipelineResponse, PipelineRequest, Invocation, CallerCredentials, RawInput, RequestFacts } from "./request/call.ts"
export { type Endpoint, isEndpointError, type EndpointError } from "./request/entrance.ts"
export { respondWith, splitRows } from "./request/handler.ts"
export type { ClientListener, ProgressUpdate, PartialResponse } from "./request/listener.ts"
export { migrate, migrateWithProgress, pendingMigrations } from "./schema.ts"
export { storeServiceAddress, readServiceAddress } from "./service-address.ts"
export { defaultSettings, type LanguageModelSettings, Settings, type SettingsShape } from "./settings.ts"
export * from "./storage/index.ts"
export type { FollowOptions, FollowedTask } from "./tasks/follow-task.ts"
export * from "./tasks/index.ts"
