import { Effect, Layer } from "effect"
import { administrationLayer } from "./administration.ts"
import { exportAudit } from "./audit/export.ts"
import { AuditSealer } from "./audit/sealer.ts"
import { background, registries } from "./background.ts"
import { DraftContents } from "./campaigns/draft-contents.ts"
import { EmergencyStop } from "./campaigns/emergency-stop.ts"
import { ExternalChanges } from "./campaigns/external-changes.ts"
import { campaignEdits, campaigns } from "./campaigns/index.ts"
import { LaunchChecks } from "./campaigns/launch/launch-checks.ts"
import { Push } from "./campaigns/push/push.ts"
import { Sync } from "./campaigns/sync/sync.ts"
import { ApprovalReviews, Approvals } from "./changes/approvals/index.ts"
import { changes, engine } from "./changes/index.ts"
import { PeopleWrites } from "./changes/people-writes.ts"
import { UndoEndpoint } from "./changes/undo-endpoint.ts"
import { CampaignTexts } from "./drafts/campaign-texts.ts"
import { draftEdits, drafts } from "./drafts/index.ts"
import { AccountEndpoints } from "./identity/account.ts"
import { SecretScanning } from "./identity/secret-scanning/report.ts"
import { WebhookEndpoints } from "./identity/webhook/endpoints.ts"
import { insight } from "./insight/index.ts"
import { CampaignSearches } from "./insight/performance/campaign-searches.ts"
import { RecommendationReader } from "./insight/recommendations/reader.ts"
import { Reports } from "./insight/reports/reports.ts"
import { BusinessProfiles } from "./organizations/business-profile/endpoints.ts"
import { organizations } from "./organizations/index.ts"
import { reading } from "./outbound/index.ts"
import { Accuracy } from "./pages/accuracy.ts"
import { Activity } from "./pages/activity/activity.ts"
import { TaskFeed } from "./pages/activity/task-feed.ts"
import { Attention } from "./pages/attention.ts"
import { Figures } from "./pages/figures.ts"
import { Pages } from "./pages/page-endpoints.ts"
import { Portfolio } from "./pages/portfolio.ts"
import { registerHandlers } from "./request/handler-registry.ts"
import { getTask } from "./tasks/get-task.ts"
import { Tasks } from "./tasks/tasks.ts"

/**
 * The features add their operations, kinds of edit and background work to the registries. These are effects and not
 * layers, because building a layer costs more than a registration.
 */
const features = Layer.scopedDiscard(
  Effect.all(
    [organizations, campaigns, changes, drafts, insight, registerHandlers(getTask, exportAudit), background],
    { discard: true }
  )
).pipe(Layer.provideMerge(Layer.merge(campaignEdits, draftEdits)))

/** Everything that a host needs. Requires Settings and a Database. */
export const layer = Layer.mergeAll(
  Approvals.layer,
  ApprovalReviews.layer,
  EmergencyStop.layer,
  PeopleWrites.layer,
  LaunchChecks.layer,
  DraftContents.layer,
  Pages.layer,
  Portfolio.layer,
  Accuracy.layer,
  Attention.layer,
  Figures.layer,
  CampaignSearches.layer,
  CampaignTexts.layer,
  RecommendationReader.layer,
  Activity.layer,
  TaskFeed.layer,
  Reports.layer,
  BusinessProfiles.layer,
  UndoEndpoint.layer,
  AccountEndpoints.layer,
  WebhookEndpoints.layer,
  SecretScanning.layer
).pipe(
  Layer.provideMerge(features),
  Layer.provideMerge(Layer.mergeAll(Tasks.layer, Sync.layer())),
  Layer.provideMerge(engine),
  Layer.provideMerge(Layer.mergeAll(Push.layer, ExternalChanges.layer, reading)),
  Layer.provideMerge(Layer.merge(administrationLayer, registries))
)

/** Seals the audit chains while the host runs. */
export const sealing = Layer.scopedDiscard(
  Effect.flatMap(AuditSealer, (sealer) => Effect.forkScoped(sealer.follow))
)
