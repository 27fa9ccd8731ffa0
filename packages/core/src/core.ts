import { Effect, Layer } from "effect"
import { ApprovalReviews } from "./approvals/index.ts"
import { AuditSealer } from "./audit/sealer.ts"
import { CampaignAdministration, campaignServices } from "./campaign-services.ts"
import { DraftContents } from "./campaigns/draft-contents.ts"
import { EmergencyStop } from "./campaigns/emergency-stop.ts"
import { LaunchChecks } from "./campaigns/launch/launch-checks.ts"
import { PeopleWrites, UndoEndpoint } from "./changes/people-writes.ts"
import { CampaignTexts } from "./drafts/texts.ts"
import { SecretScanning } from "./identity/secret-scanning.ts"
import { Reports } from "./insight/documents/reports.ts"
import { CampaignSearches } from "./insight/performance/campaign-searches.ts"
import { RecommendationReader } from "./insight/recommendations/reader.ts"
import { layersInOrder } from "./layers-in-order.ts"
import { BusinessProfiles } from "./organizations/business-profile/endpoints.ts"
import { Accuracy } from "./pages/accuracy.ts"
import { Activity } from "./pages/activity/activity.ts"
import { TaskFeed } from "./pages/activity/task-feed.ts"
import { Attention } from "./pages/attention.ts"
import { CampaignConflicts } from "./pages/conflicts.ts"
import { Figures } from "./pages/figures.ts"
import { Pages } from "./pages/frame.ts"
import { Live } from "./pages/live.ts"
import { Portfolio } from "./pages/portfolio.ts"
import { SetupSteps } from "./pages/setup.ts"

/** Everything that a host needs. Requires Settings and a Database. */
export const layer = layersInOrder(
  campaignServices,
  EmergencyStop.layer,
  CampaignAdministration.layer,
  ApprovalReviews.layer,
  PeopleWrites.layer,
  LaunchChecks.layer,
  DraftContents.layer,
  Pages.layer,
  Portfolio.layer,
  Accuracy.layer,
  Attention.layer,
  CampaignConflicts.layer,
  Figures.layer,
  CampaignSearches.layer,
  CampaignTexts.layer,
  RecommendationReader.layer,
  Activity.layer,
  TaskFeed.layer,
  SetupSteps.layer,
  Live.layer,
  Reports.layer,
  BusinessProfiles.layer,
  UndoEndpoint.layer,
  SecretScanning.layer
)

/** Seals the audit chains while the host runs. */
export const sealing = Layer.scopedDiscard(
  Effect.flatMap(AuditSealer, (sealer) => Effect.forkScoped(sealer.follow))
)
