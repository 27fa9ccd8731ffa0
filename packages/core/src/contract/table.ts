import type { ErrorOf } from "./errors.ts"
import type { InputOf, Operation, OutputOf } from "./operation.ts"
import { exportAudit, listActions, listOwnActions, undoAction } from "./operations/actions.ts"
import {
  acceptChanges,
  createAd,
  createCampaign,
  setCampaignState,
  updateCampaign
} from "./operations/campaign-writes.ts"
import { getCampaign, listAds, listCampaigns, listNegativeKeywords } from "./operations/campaigns.ts"
import { updateAd, updateAssets } from "./operations/content.ts"
import { getQueuedWrite, getTask, listQueuedWrites, withdrawQueuedWrite } from "./operations/follow-up.ts"
import {
  addNegativeKeywords,
  listKeywords,
  removeNegativeKeywords,
  updateKeywords
} from "./operations/keywords.ts"
import { getBusinessProfile, getOrganization, listOrganizations } from "./operations/organizations.ts"
import { getPerformance, listSearchTerms, queryPlatform } from "./operations/performance.ts"
import {
  applyRecommendation,
  applyRecommendations,
  listRecommendations,
  runDetector
} from "./operations/recommendations.ts"
import { generateReport, getLatestReport, getReport, listReports } from "./operations/reports.ts"
import { generateStrategy, getStrategy, listStrategies } from "./operations/strategy.ts"
import { getWebsiteFacts } from "./operations/website-facts.ts"
import type { Scope } from "./scopes.ts"

/** All operations of the service. Routes, tools, client, CLI, OpenAPI and docs derive from it. */
const table = [
  listOrganizations,
  getOrganization,
  getBusinessProfile,
  getWebsiteFacts,
  listCampaigns,
  getCampaign,
  createCampaign,
  listAds,
  createAd,
  updateAd,
  updateAssets,
  updateCampaign,
  setCampaignState,
  acceptChanges,
  listKeywords,
  listNegativeKeywords,
  addNegativeKeywords,
  removeNegativeKeywords,
  updateKeywords,
  getPerformance,
  listSearchTerms,
  queryPlatform,
  listReports,
  getLatestReport,
  getReport,
  generateReport,
  generateStrategy,
  listStrategies,
  getStrategy,
  runDetector,
  listRecommendations,
  applyRecommendation,
  applyRecommendations,
  undoAction,
  listActions,
  listOwnActions,
  exportAudit,
  getTask,
  listQueuedWrites,
  getQueuedWrite,
  withdrawQueuedWrite
] as const

type DeclaredOperation = (typeof table)[number]
export type OperationName = DeclaredOperation["name"]
export type OperationNamed<Name extends OperationName> = Extract<DeclaredOperation, { readonly name: Name }>
export type Input<Name extends OperationName> = InputOf<OperationNamed<Name>>
export type Output<Name extends OperationName> = OutputOf<OperationNamed<Name>>

/** The errors that an operation's handler can return, as the contract declares them. */
export type Failure<Name extends OperationName> = ErrorOf<OperationNamed<Name>["ownErrors"][number]>

export interface AnyOperation extends Operation {
  readonly name: OperationName
}

/** The table as a list of one type, for derived code. */
export const operations = table as unknown as ReadonlyArray<AnyOperation>

export const operationByName: ReadonlyMap<OperationName, AnyOperation> = new Map(
  operations.map((one) => [one.name, one])
)

/** The scopes that let a credential change campaigns, and so their spend. */
export const spendingScopes: ReadonlySet<Scope> = new Set(
  operations.flatMap(({ held, scope }) => (held && scope !== null ? [scope] : []))
)
