import { Effect } from "effect"
import { acceptOutsideChanges, keepOwnSettings } from "./accept-changes.ts"
import { campaignReadHandlers } from "./campaign-reads.ts"
import { setCampaignState, updateCampaign } from "./campaign-writes.ts"
import { contentReadHandlers } from "./content-reads.ts"
import { contentWrites } from "./content-writes.ts"
import { registerCampaignEdits } from "./edits/index.ts"
import { updateKeywords } from "./keyword-writes.ts"
import { addNegativeKeywords, removeNegativeKeywords } from "./negative-writes.ts"
import { contentPeopleWrites, setBudget } from "./people-writes.ts"
import { revertExternalChange } from "./revert.ts"

/** Registers the operations of campaigns, and the kinds of edit that they own. */
export const campaigns = Effect.all(
  [
    registerCampaignEdits,
    campaignReadHandlers,
    contentReadHandlers,
    updateCampaign,
    setCampaignState,
    acceptOutsideChanges,
    keepOwnSettings,
    addNegativeKeywords,
    removeNegativeKeywords,
    setBudget,
    contentPeopleWrites,
    updateKeywords,
    contentWrites,
    revertExternalChange
  ],
  { discard: true }
)

export { acceptChangesTask } from "./accept-task.ts"
export {
  type CampaignTrouble,
  decodeTrouble,
  forgetPersonInStops,
  type OrganizationSignals,
  type OutsideSpend,
  readCampaignTroubles,
  readMaySpend,
  readOrganizationSignals,
  readSilentActions,
  type SilentAction
} from "./attention-rows.ts"
export {
  type Campaign,
  campaignById,
  campaignBySlug,
  campaignFilter,
  campaignReads,
  campaignUrl,
  channelProblem,
  contentNoteOf,
  findCampaign,
  isInPlatform,
  isPlatformFirst,
  noSuchCampaign,
  readCampaignAssets,
  spendsOrHasSpent
} from "./campaign.ts"
export {
  plainAccountId,
  readAccountsWithCampaigns,
  readConversionActions,
  readConversionsStopped,
  readUnfinishedIn
} from "./campaign-reads.ts"
export { connectionWarnings, linkProblem } from "./connection.ts"
export { type ConversionSilence, findSilence } from "./conversion-tracking.ts"
export type { ReadDeliveryReason } from "./delivery-reason.ts"
export { addKeywordsEdit } from "./edits/add-keywords.ts"
export { addNegativesEdit } from "./edits/add-negatives.ts"
export { notWrittenProblem } from "./edits/content-parts.ts"
export { fieldEdit, smallestUnit, takesTargetCpa, wholeBudget } from "./edits/field.ts"
export { keywordStateEdit } from "./edits/keyword-state.ts"
export {
  readCampaignInConflict,
  readContentChangesWaiting,
  readExternalChanges,
  readNewestExternalChanges,
  readNewestExternalIds,
  type StoredExternalChange
} from "./external-changes.ts"
export * from "./figures/campaign-figures.ts"
export * from "./figures/campaign-table.ts"
export type { ActiveDays } from "./figures/evidence.ts"
export { type OrganizationFigures, readOrganizationFigures } from "./figures/organizations.ts"
export { type DayFigures, performanceFigures, readCampaignDays } from "./figures/performance.ts"
export {
  type DataDays,
  hasServed,
  type PeriodDay,
  type RequestedDays,
  readDataDays,
  readPeriodDays,
  type Sums,
  zeroSums
} from "./figures/sums.ts"
export * from "./figures/term-figures.ts"
export { conflictOf } from "./known-settings.ts"
export { readDraftNeeds } from "./launch/draft-needs.ts"
/* The rules of a launch, line by line, for code that writes drafts. */
export {
  addressProblem,
  calloutProblem,
  descriptionLimits,
  descriptionProblem,
  headlineLimits,
  headlineProblem,
  isOnWebsite,
  minAssets,
  pageKey,
  pathWidth,
  sitelinkProblem,
  sitelinkWidths,
  widthOf
} from "./launch/lines.ts"
export type { AdQuality, Need } from "./launch/needs.ts"
export { type PassingPace, passingPace } from "./month-pace.ts"
export { notTogether } from "./negative-writes.ts"
export { type ListedNegative, readListedNegatives } from "./negatives/rows.ts"
export {
  blockedKeywords,
  blocks,
  type Exclusion,
  makeBlocker,
  termKey,
  termProblem,
  wordsOf
} from "./negatives/terms.ts"
export { exclusionsOfPlan, readExclusionsBySlug } from "./negatives/waiting-exclusions.ts"
export { addLosses } from "./negatives/would-lose.ts"
export { campaignPush, pushWork } from "./push/jobs.ts"
export { Push } from "./push/push.ts"
export { asTaskFailure } from "./push/record.ts"
export * from "./rows/ad-rows.ts"
export * from "./rows/all-campaigns.ts"
export { readAdPartsOf, readDraftContent } from "./rows/draft-content.ts"
export * from "./rows/draft-rows.ts"
export {
  deleteWebsiteTexts,
  type LineContext,
  purgeWebsiteTexts,
  readLandingPages,
  readLineContext,
  storeLandingPages,
  storeLineContext,
  storeWebsiteText,
  type WebsiteText
} from "./rows/landing-pages.ts"
export * from "./rows/serving.ts"
export {
  type CampaignSearchQuery,
  type CampaignSearchRow,
  type ComparedTerm,
  readCampaignSearches,
  readComparedTerms,
  readNamedSearches,
  readSearchCount,
  type SearchSort,
  searchSorts
} from "./search-terms/campaign-list.ts"
export { CursorPosition, minCostMicros, searchTermPages, startPosition } from "./search-terms/pages.ts"
export { decodeTargeting, type StoredTargeting } from "./stored-json.ts"
export { type LocationSuggestion, suggestLocations } from "./suggest-locations.ts"
export * from "./text-sources.ts"
