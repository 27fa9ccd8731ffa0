export { databaseAnswers, version } from "./about.ts"
export * from "./access/index.ts"
export { type FileProof, makeFileProof, Unreadable } from "./audit/file/index.ts"
export { auditHash, chainBreak, genesis } from "./audit/hash.ts"
export { type Flaw, isFromTheBeginning, type Place, type Proof } from "./audit/proof.ts"
export { AuditSealer } from "./audit/sealer.ts"
export type { ShownLine } from "./campaigns/copy-sources.ts"
export { rebuildTotals as rebuildSearchTermTotals } from "./campaigns/search-terms/keep-totals.ts"
export * from "./campaigns/sync/index.ts"
export { writeSearchTerms } from "./campaigns/sync/write-search-terms.ts"
export * from "./changes/approvals/index.ts"
export type { DoneByHand } from "./changes/by-hand.ts"
export * as Core from "./core.ts"
export { removalEntrances } from "./drafts/removing.ts"
export { type ShownAd, type ShownDraft, showEntrances } from "./drafts/show.ts"
export { housekeeping } from "./housekeeping.ts"
export { keyEntrances } from "./identity/keys.ts"
export {
  Mailer,
  type MailHealth,
  mailEntrances,
  mailHealth,
  type OutboxMail,
  type OutboxRow
} from "./identity/mail/index.ts"
export { type Asked, oauthEntrances } from "./identity/oauth-entrances.ts"
export * from "./identity/people/index.ts"
export { SecretScanning } from "./identity/secret-scanning/report.ts"
export { recommendationEntrances } from "./insight/recommendations/entrances.ts"
export { reportEntrances } from "./insight/reports/entrances.ts"
export type { ReportType } from "./insight/reports/periods.ts"
export { readSavings, type Saving } from "./insight/savings/read.ts"
export {
  type AccountRow,
  type Accounts,
  accountEntrances,
  type Linked,
  type LoginGiven,
  type LoginRow,
  type Reconnected
} from "./organizations/accounts/index.ts"
export { analyseWebsite } from "./organizations/business-profile/analyse.ts"
export { type AnalysisStarted, profileEntrances } from "./organizations/business-profile/entrances.ts"
export { lockProfile, writeProfile } from "./organizations/business-profile/rows.ts"
export type { RunBy } from "./organizations/door.ts"
export { linkAccount } from "./organizations/link-account.ts"
export {
  type OrganizationRow,
  organizationEntrances,
  type SetRules
} from "./organizations/manage.ts"
export type { Overview } from "./organizations/overview.ts"
export type { ChangedRule, RuleChanges, Rules } from "./organizations/rules.ts"
export { type StaffAdded, type TeamRow, teamEntrances } from "./organizations/teams.ts"
export { SiteReader } from "./outbound/index.ts"
export { MailTransport } from "./outbound/mail/transport.ts"
export { httpHeaders } from "./pipeline/http-headers.ts"
export { Pipeline } from "./pipeline/pipeline.ts"
export { redactedLogger } from "./pipeline/redaction.ts"
export * from "./platform/index.ts"
export type { Answer, Call, Errand, Presents, RawInput, RequestFacts } from "./request/call.ts"
export { type Entrance, isOwnRefusal, type OwnRefusal } from "./request/entrance.ts"
export { replyOf, splitRows } from "./request/handler.ts"
export type { Listener, News, SoFar } from "./request/listener.ts"
export { migrate, migrateTelling, pendingMigrations } from "./schema.ts"
export { keepServiceAddress, readServiceAddress } from "./service-address.ts"
export { defaultSettings, type LanguageModelSettings, Settings, type SettingsShape } from "./settings.ts"
export * from "./storage/index.ts"
export type { Following, TaskFollowed } from "./tasks/follow-task.ts"
export * from "./tasks/index.ts"
