// Generated from the contract by `npm run generate`. Do not edit.
import type { Adwarden } from "../adwarden.ts"
import { QueuedWritesResource } from "../effect/queued-writes.ts"
import { TasksResource } from "../effect/tasks.ts"
import { ActionsResource } from "./effect/actions.ts"
import { AdsResource } from "./effect/ads.ts"
import { AssetsResource } from "./effect/assets.ts"
import { AuditResource } from "./effect/audit.ts"
import { CampaignsResource } from "./effect/campaigns.ts"
import { DetectorsResource } from "./effect/detectors.ts"
import { KeywordsResource } from "./effect/keywords.ts"
import { OrganizationsResource } from "./effect/organizations.ts"
import { PerformanceResource } from "./effect/performance.ts"
import { RecommendationsResource } from "./effect/recommendations.ts"
import { ReportsResource } from "./effect/reports.ts"
import { StrategyResource } from "./effect/strategy.ts"
import { WebsiteFactsResource } from "./effect/website-facts.ts"

/** Every operation as an effect, grouped by resource. */
export abstract class EffectResources {
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

  constructor(client: Adwarden) {
    this.organizations = new OrganizationsResource(client.organizations)
    this.websiteFacts = new WebsiteFactsResource(client.websiteFacts)
    this.campaigns = new CampaignsResource(client.campaigns)
    this.ads = new AdsResource(client.ads)
    this.assets = new AssetsResource(client.assets)
    this.keywords = new KeywordsResource(client.keywords)
    this.performance = new PerformanceResource(client.performance)
    this.reports = new ReportsResource(client.reports)
    this.strategy = new StrategyResource(client.strategy)
    this.detectors = new DetectorsResource(client.detectors)
    this.recommendations = new RecommendationsResource(client.recommendations)
    this.actions = new ActionsResource(client.actions)
    this.audit = new AuditResource(client.audit)
    this.tasks = new TasksResource(client.tasks)
    this.queuedWrites = new QueuedWritesResource(client.queuedWrites)
  }
}
