export * from "./access/index.ts"
export type { SecurityRules } from "./access/organization-access.ts"
export type { SharedDocument, SharedLink } from "./access/shared-links.ts"
export { Administration, administrationLayer } from "./administration.ts"
export * from "./approvals/index.ts"
export { auditHash, chainBreak, genesis } from "./audit/chain.ts"
export { auditTrailEndpoint, type WholeTrail } from "./audit/export.ts"
export { type FileVerification, makeFileVerifier, UnreadableExport } from "./audit/export-file.ts"
export { type EventFilter, type ListedEvent, makeNewestEvents, shownEvents } from "./audit/newest-events.ts"
export { AuditSealer } from "./audit/sealer.ts"
export {
  type ChainFlaw,
  type ChainVerification,
  type EventPosition,
  startsAtGenesis
} from "./audit/verification.ts"
export { housekeeping } from "./background.ts"
export { CampaignAdministration, campaignCommandLayer, everyAdministration } from "./campaign-services.ts"
export { seenBudget, seenState } from "./campaigns/attention-rows.ts"
export {
  type AdFigures,
  adFigureReads,
  campaignKeywordReads,
  type KeywordOfDays
} from "./campaigns/content-reads.ts"
export {
  type DraftAd,
  type DraftContent,
  DraftContents,
  type DraftKeyword
} from "./campaigns/draft-contents.ts"
export {
  EmergencyStop,
  type FailedCampaign,
  type SpendingCampaign,
  StopOvertaken,
  type StoppedCampaign,
  type StopResult,
  type StopState,
  type StopUndone
} from "./campaigns/emergency-stop.ts"
export { type CampaignSort, campaignSorts, type SortDirection } from "./campaigns/figures/campaign-table.ts"
export type { RequestedDays } from "./campaigns/figures/sums.ts"
export { replacesOutside } from "./campaigns/known-settings.ts"
export type { LaunchContent } from "./campaigns/launch/checks.ts"
export {
  type LaunchCheck,
  type LaunchCheckList,
  LaunchChecks,
  type LaunchFix
} from "./campaigns/launch/launch-checks.ts"
export { type LaunchLine, launchLines } from "./campaigns/launch/launch-lines.ts"
export { descriptionLimits, headlineLimits, widthOf } from "./campaigns/launch/lines.ts"
export type { CampaignName } from "./campaigns/rows/all-campaigns.ts"
export { rebuildTotals } from "./campaigns/search-terms/rollups.ts"
export { type LocationSuggestion, locationEndpoints } from "./campaigns/suggest-locations.ts"
export * from "./campaigns/sync/sync.ts"
export { writeSearchTerms } from "./campaigns/sync/write-days.ts"
export type { DescribedLine } from "./campaigns/text-sources.ts"
export {
  billedDays,
  type CapUse,
  capUse,
  committedMonthly,
  daysInCap,
  perCallRange
} from "./changes/guardrails/money.ts"
export type { BudgetCommitments } from "./changes/organization.ts"
export type {
  PeopleWriteChange,
  PeopleWritePreview,
  PeopleWriteResult
} from "./changes/people-write.ts"
export {
  type PeopleWriteOptions,
  PeopleWrites,
  type PeopleWritesShape,
  type PreviewedUndo,
  UndoEndpoint
} from "./changes/people-writes.ts"
export * as Core from "./core.ts"
export { readDraftPages } from "./drafts/index.ts"
export { type CompetitorChoices, competitorEndpoints } from "./drafts/people-writes.ts"
export {
  type AdTexts,
  CampaignTexts,
  type CampaignTextsShape,
  type DraftAdDetail,
  type DraftDetail,
  draftEndpoints
} from "./drafts/texts.ts"
export type { DeliveryView } from "./events/deliveries.ts"
export { overlapHours } from "./events/endpoints.ts"
export { Events } from "./events/events.ts"
export { Gauges, makeReadinessCheck, version } from "./gauges.ts"
export { type KeyDetail, keyReads } from "./identity/key-reads.ts"
export {
  Mailer,
  type MailHealth,
  mailEndpoints,
  mailHealth,
  makeOutboxReader,
  type OutboxMail,
  type OutboxRow
} from "./identity/mail/index.ts"
export { alwaysSent, type NoticeChoice, noticeChoices } from "./identity/notices/notice-names.ts"
export { type AuthorizationPrompt, oauthEndpoints } from "./identity/oauth-endpoints.ts"
export * from "./identity/people/index.ts"
export { type SecretKind, secretKinds, secretsEndpoints } from "./identity/rotate-secrets.ts"
export { SecretScanning } from "./identity/secret-scanning.ts"
export { sharedLinkReads } from "./identity/shared-links.ts"
export { type ShownWebhook, webhookReads } from "./identity/webhook/administration.ts"
export { reportPurpose } from "./insight/documents/kinds/index.ts"
export type { ReportType } from "./insight/documents/periods.ts"
export { type ReportRecipient, reportRecipientReads } from "./insight/documents/recipients.ts"
export { type ReportFigures, Reports, reportEndpoints } from "./insight/documents/reports.ts"
export { type OpenedDocument, sharedDocumentEndpoint } from "./insight/documents/shared.ts"
export { weekColumn } from "./insight/documents/tables.ts"
export {
  CampaignSearches,
  type CampaignSearchesRequest,
  type CampaignSearchesShape,
  type SearchOfCampaign,
  type SearchPage
} from "./insight/performance/campaign-searches.ts"
export {
  type AppliedSaving,
  readSavings,
  recommendationEndpoints
} from "./insight/recommendations/apply.ts"
export { type RecommendationType, recommendationLabels } from "./insight/recommendations/labels.ts"
export {
  type PendingRecommendation,
  type RecommendationDetail,
  type RecommendationList,
  RecommendationReader,
  type RecommendationReaderShape,
  type RecommendationSummary
} from "./insight/recommendations/reader.ts"
export { findingDays, lowerBoundReason, savingMeaning } from "./insight/savings/sentences.ts"
export { layersInOrder } from "./layers-in-order.ts"
export type { CampaignDirectory } from "./log/read-actions.ts"
export { namingCampaigns } from "./log/sentence.ts"
export {
  type AccountChoice,
  type AccountChoices,
  type AccountRow,
  type Accounts,
  type AccountsOverview,
  accountReads,
  type ConnectedLogin,
  challengeOf,
  connectEndpoint,
  type LinkedAccount,
  type NamedLogin,
  organizationOfState,
  type ReconnectedLogin
} from "./organizations/accounts/index.ts"
export {
  type AnalysisStarted,
  analyseWebsite,
  BusinessProfiles,
  type CorrectedProfile,
  profileEndpoints
} from "./organizations/business-profile/endpoints.ts"
export { lockProfile, writeProfile } from "./organizations/business-profile/rows.ts"
export {
  canCreateOrganizations,
  type OrganizationRow,
  slugFor,
  type UpdatedRules
} from "./organizations/manage.ts"
export type { Overview } from "./organizations/reads.ts"
export { type ChangedRule, type RuleChanges, type Rules, securityReads } from "./organizations/rules.ts"
export type { StaffAdded, TeamRow } from "./organizations/teams.ts"
export { SiteReader } from "./outbound/index.ts"
export { MailTransport } from "./outbound/mail.ts"
export * from "./pages/index.ts"
export type { Administered } from "./pipeline/administer.ts"
export { mayCall } from "./pipeline/authorize.ts"
export { httpHeaders } from "./pipeline/finish-request.ts"
export { Pipeline } from "./pipeline/pipeline.ts"
export { redactedLogger } from "./pipeline/redaction.ts"
export * from "./platform/index.ts"
export { type Endpoint, type EndpointError, isEndpointError } from "./request/endpoint.ts"
export { respondWith, splitRows } from "./request/handler.ts"
export type {
  CallerCredentials,
  ClientListener,
  Invocation,
  PartialResponse,
  PipelineRequest,
  PipelineResponse,
  ProgressUpdate,
  RawInput,
  RequestFacts
} from "./request/pipeline-request.ts"
export { migrate, migrateWithProgress, pendingMigrations } from "./schema.ts"
export { readServiceAddress, storeServiceAddress } from "./service-address.ts"
export { defaultSettings, type LanguageModelSettings, Settings, type SettingsShape } from "./settings.ts"
export * from "./storage/index.ts"
export type { FollowedTask, FollowOptions } from "./tasks/get-task.ts"
export * from "./tasks/index.ts"
export {
  currentTraceParent,
  metricTable,
  prometheusText,
  prometheusType,
  type RequestTrace,
  type Sampler,
  startRequestTrace,
  startsTrace,
  statementName,
  Telemetry,
  type TelemetryShape,
  UnsampledSpan
} from "./telemetry/index.ts"
