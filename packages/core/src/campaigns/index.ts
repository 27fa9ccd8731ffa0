export { acceptChangesTask } from "./accept-task.ts"
export {
  plainAccountId,
  readAccountsWithCampaigns,
  readConversionsStopped,
  readUnfinishedIn
} from "./account-id.ts"
export {
  type CampaignTrouble,
  type OrganizationSignals,
  readCampaignTroubles,
  readOrganizationSignals
} from "./attention-rows.ts"
export type { Campaign } from "./campaign.ts"
export {
  campaignById,
  campaignBySlug,
  campaignFoundBefore,
  campaignReads,
  foundCampaignReads,
  foundCampaignSetting,
  isInPlatform,
  isPlatformFirst,
  spendsOrHasSpent
} from "./campaign.ts"
export { campaignFilter, noSuchCampaign } from "./campaign-id.ts"
export { connectionWarnings, linkProblem } from "./connection.ts"
export { type ConversionSilence, findSilence } from "./conversion-tracking.ts"
export { smallestUnit, takesTargetCpa, wholeBudget } from "./edits/field-rules.ts"
export { AddKeywords, AddNegatives, campaignEdits, FieldEdit, KeywordStateEdit } from "./edits/index.ts"
/* Figures, for evaluations. */
export * from "./figures/before-after.ts"
export * from "./figures/campaign-figures.ts"
export * from "./figures/campaign-table.ts"
export * from "./figures/live-campaigns.ts"
export { type DayFigures, performanceFigures, readCampaignDays } from "./figures/performance.ts"
export { type PeriodDay, type RequestedDays, readPeriodDays } from "./figures/period-days.ts"
export { type DataDays, hasServed, readDataDays, type Sums, zeroSums } from "./figures/sums.ts"
export * from "./figures/term-figures.ts"
export { conflictOf } from "./known-settings.ts"
/* The rules of a launch, line by line, for code that writes drafts. */
export { addressProblem, isOnWebsite } from "./launch/addresses.ts"
export {
  calloutProblem,
  descriptionLimits,
  descriptionProblem,
  headlineLimits,
  headlineProblem,
  minAssets,
  pathWidth,
  sitelinkProblem,
  sitelinkWidths
} from "./launch/lines.ts"
export { widthOf } from "./launch/wording.ts"
export { forgetPersonInStops, readMaySpend } from "./may-spend.ts"
export { blocks, type Exclusion, makeBlocker, wordsOf } from "./negatives/blocks.ts"
export { type ListedNegative, readListedNegatives } from "./negatives/lists.ts"
export { termProblem } from "./negatives/validity.ts"
export { exclusionsOfPlan, readExclusionsBySlug } from "./negatives/waiting-exclusions.ts"
export { addLosses } from "./negatives/would-lose.ts"
export { asTaskFailure } from "./push/failure.ts"
export { campaignPush, pushWork } from "./push/jobs.ts"
export { Push } from "./push/push.ts"
export { campaigns } from "./registration.ts"
export * from "./rows/ad-rows.ts"
export { readAdTexts } from "./rows/ad-texts.ts"
export * from "./rows/all-campaigns.ts"
export { readDraftContent } from "./rows/draft-content.ts"
export * from "./rows/draft-rows.ts"
export { campaignUrl, readCampaignAssets } from "./rows/find-campaign.ts"
export { nextAdName } from "./rows/free-name.ts"
export type { NewAd, NewDraftContent } from "./rows/new-content.ts"
export * from "./rows/restore-rows.ts"
export * from "./rows/serving.ts"
export {
  type CampaignSearchQuery,
  type CampaignSearchRow,
  readCampaignSearches,
  readNamedSearches,
  readSearchCount,
  type SearchSort,
  searchSorts
} from "./search-terms/campaign-list.ts"
export { type ComparedTerm, readComparedTerms } from "./search-terms/comparison.ts"
export { CursorPosition, minCostMicros, startPosition } from "./search-terms/lists.ts"
export { searchTermPages } from "./search-terms/pages.ts"
export {
  readCampaignInConflict,
  readContentChangesWaiting,
  readExternalChanges,
  readNewestExternalChanges,
  type StoredExternalChange
} from "./stored-external-changes.ts"
export { decodeTargeting, type StoredTargeting } from "./stored-json.ts"
export { type LocationSuggestion, suggestLocations } from "./suggest-locations.ts"
export * from "./text-sources.ts"
