// Generated from the contract by `npm run generate`. Do not edit.

import { QueuedWritesResource } from "../queued-writes.ts"
import type { Calls } from "../runtime/calls.ts"
import { TasksResource } from "../tasks.ts"
import { ActionsResource } from "./resources/actions.ts"
import { AdsResource } from "./resources/ads.ts"
import { AssetsResource } from "./resources/assets.ts"
import { AuditResource } from "./resources/audit.ts"
import { CampaignsResource } from "./resources/campaigns.ts"
import { DetectorsResource } from "./resources/detectors.ts"
import { KeywordsResource } from "./resources/keywords.ts"
import { OrganizationsResource } from "./resources/organizations.ts"
import { PerformanceResource } from "./resources/performance.ts"
import { RecommendationsResource } from "./resources/recommendations.ts"
import { ReportsResource } from "./resources/reports.ts"
import { StrategyResource } from "./resources/strategy.ts"
import { WebsiteFactsResource } from "./resources/website-facts.ts"

/** Every operation, grouped by resource. */
export abstract class Resources {
  readonly organizations: OrganizationsResource
  readonly websiteFacts: WebsiteFactsResource
  readonly campaigns: CampaignsResource
  readonly ads: AdsResource
  readonly assets: AssetsResource
  readonly keywords: KeywordsResource
  readonly performance: PerformanceResource
  readonly reports: ReportsResource
  readonly strategy: StrategyResource
  readonly detectors: DetectorsResource
  readonly recommendations: RecommendationsResource
  readonly actions: ActionsResource
  readonly audit: AuditResource
  readonly tasks: TasksResource
  readonly queuedWrites: QueuedWritesResource

  constructor(calls: Calls) {
    this.organizations = new OrganizationsResource(calls)
    this.websiteFacts = new WebsiteFactsResource(calls)
    this.campaigns = new CampaignsResource(calls)
    this.ads = new AdsResource(calls)
    this.assets = new AssetsResource(calls)
    this.keywords = new KeywordsResource(calls)
    this.performance = new PerformanceResource(calls)
    this.reports = new ReportsResource(calls)
    this.strategy = new StrategyResource(calls)
    this.detectors = new DetectorsResource(calls)
    this.recommendations = new RecommendationsResource(calls)
    this.actions = new ActionsResource(calls)
    this.audit = new AuditResource(calls)
    this.tasks = new TasksResource(calls)
    this.queuedWrites = new QueuedWritesResource(calls)
  }
}
