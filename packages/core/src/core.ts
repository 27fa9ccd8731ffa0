import { Effect, Layer } from "effect"
import { Callers } from "./access/callers.ts"
import {
  authorizationServerLayer,
  Invitations,
  Keys,
  MailedLinks,
  Members,
  People,
  Sessions
} from "./access/index.ts"
import { OrganizationAccess, type RecordOwners } from "./access/organization-access.ts"
import { exportAudit } from "./audit/export.ts"
import { AuditSealer } from "./audit/sealer.ts"
import { AuditTrail } from "./audit/trail.ts"
import { background, registries as workerRegistries } from "./background.ts"
import { budgetCommitmentsLayer } from "./campaigns/budget-commitments.ts"
import { campaignDirectoryLayer } from "./campaigns/directory.ts"
import { DraftContents } from "./campaigns/draft-contents.ts"
import { EmergencyStop } from "./campaigns/emergency-stop.ts"
import { ExternalChanges } from "./campaigns/external-changes.ts"
import { campaignEdits, campaigns } from "./campaigns/index.ts"
import { LaunchChecks } from "./campaigns/launch/launch-checks.ts"
import { Push } from "./campaigns/push/push.ts"
import { Sync } from "./campaigns/sync/sync.ts"
import { actionOwner } from "./changes/action-log.ts"
import { ApprovalReviews, Approvals } from "./changes/approvals/index.ts"
import { queuedWriteOwner } from "./changes/approvals/queued-write.ts"
import { changes, engine, registries } from "./changes/index.ts"
import { PeopleWrites } from "./changes/people-writes.ts"
import { UndoEndpoint } from "./changes/undo-endpoint.ts"
import { CampaignTexts } from "./drafts/campaign-texts.ts"
import { draftEdits, drafts } from "./drafts/index.ts"
import { AccountEndpoints } from "./identity/account.ts"
import { Mailer } from "./identity/mail/mailer.ts"
import { SecretScanning } from "./identity/secret-scanning/report.ts"
import { WebhookEndpoints } from "./identity/webhook/endpoints.ts"
import { Webhooks } from "./identity/webhook/webhooks.ts"
import { insight } from "./insight/index.ts"
import { CampaignSearches } from "./insight/performance/campaign-searches.ts"
import { RecommendationReader } from "./insight/recommendations/reader.ts"
import { recommendationOwner } from "./insight/recommendations/rows.ts"
import { Reports } from "./insight/reports/reports.ts"
import { BusinessProfiles } from "./organizations/business-profile/endpoints.ts"
import { organizations } from "./organizations/index.ts"
import { outbound } from "./outbound/index.ts"
import { MailTransport } from "./outbound/mail/transport.ts"
import { Accuracy } from "./pages/accuracy.ts"
import { Activity } from "./pages/activity/activity.ts"
import { TaskFeed } from "./pages/activity/task-feed.ts"
import { Attention } from "./pages/attention.ts"
import { Figures } from "./pages/figures.ts"
import { Pages } from "./pages/page-endpoints.ts"
import { Portfolio } from "./pages/portfolio.ts"
import { Authenticator } from "./pipeline/authenticator.ts"
import { Pipeline } from "./pipeline/pipeline.ts"
import { RequestLog } from "./pipeline/request-log.ts"
import { AdAccounts } from "./platform/ad-accounts.ts"
import { registerHandlers } from "./request/handler-registry.ts"
import { getTask } from "./tasks/get-task.ts"
import { Queue } from "./tasks/queue.ts"
import { taskOwner } from "./tasks/task-rows.ts"
import { Tasks } from "./tasks/tasks.ts"

/** People, credentials and memberships. */
const access = Layer.mergeAll(
  Keys.layer,
  People.layer,
  Sessions.layer,
  Members.layer,
  Invitations.layer,
  MailedLinks.layer
)

/** The statements by which a request that names only a record finds its organization. */
const recordOwners: RecordOwners = {
  action: actionOwner,
  queued_write: queuedWriteOwner,
  recommendation: recommendationOwner,
  task: taskOwner
}

const authentication = Authenticator.layer.pipe(Layer.provideMerge(Callers.layer))

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
  Layer.provideMerge(
    Layer.mergeAll(Push.layer, ExternalChanges.layer, budgetCommitmentsLayer, campaignDirectoryLayer)
  ),
  Layer.provideMerge(Pipeline.layer),
  Layer.provide([authentication, OrganizationAccess.layer(recordOwners), RequestLog.layer]),
  Layer.provideMerge(authorizationServerLayer),
  Layer.provideMerge(Layer.mergeAll(Mailer.layer, MailTransport.layer, Webhooks.layer)),
  Layer.provideMerge(Layer.mergeAll(Queue.layer, AdAccounts.layer, outbound, registries, workerRegistries)),
  Layer.provideMerge(AuditSealer.layer),
  Layer.provideMerge(Layer.merge(AuditTrail.layer, access))
)

/** Seals the audit chains while the host runs. */
export const sealing = Layer.scopedDiscard(
  Effect.flatMap(AuditSealer, (sealer) => Effect.forkScoped(sealer.follow))
)
