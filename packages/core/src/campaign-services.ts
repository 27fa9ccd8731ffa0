import { Context, Effect, Layer } from "effect"
import { Administration, administrationLayer } from "./administration.ts"
import { holdsLayer } from "./approvals/hold.ts"
import { approvals, decisionAdministration } from "./approvals/index.ts"
import { exportAudit } from "./audit/export.ts"
import { background, registries } from "./background.ts"
import { EmergencyStop } from "./campaigns/emergency-stop.ts"
import { ExternalChanges } from "./campaigns/external-changes.ts"
import { campaigns } from "./campaigns/index.ts"
import { LaunchChecks } from "./campaigns/launch/launch-checks.ts"
import { Push } from "./campaigns/push/push.ts"
import { Sync } from "./campaigns/sync/sync.ts"
import { changes, engine } from "./changes/index.ts"
import { PeopleWrites } from "./changes/people-writes.ts"
import type { AdministrationName } from "./contract/index.ts"
import { drafts } from "./drafts/index.ts"
import { insight } from "./insight/index.ts"
import { layersInOrder } from "./layers-in-order.ts"
import { actionHandlers } from "./log/read-actions.ts"
import { organizations } from "./organizations/index.ts"
import { reading } from "./outbound/index.ts"
import { registerHandlers } from "./request/handler.ts"
import { getTask } from "./tasks/get-task.ts"
import { Tasks } from "./tasks/tasks.ts"

/**
 * The features add their operations, kinds of edit and background work to the registries. These are effects and not
 * layers, because building a layer costs more than a registration.
 */
const features = Layer.scopedDiscard(
  Effect.all(
    [
      organizations,
      campaigns,
      changes,
      approvals,
      drafts,
      insight,
      actionHandlers,
      registerHandlers(getTask, exportAudit),
      background
    ],
    { discard: true }
  )
)

/** The operations of all features and what they run on, without the endpoints of pages. Requires Settings and a Database. */
export const campaignServices = layersInOrder(
  administrationLayer,
  ...registries,
  Push.layer,
  ExternalChanges.layer,
  ...reading,
  holdsLayer,
  ...engine,
  Tasks.layer,
  Sync.layer(),
  features
)

const campaignAdministration = Effect.gen(function* () {
  return { ...(yield* decisionAdministration), ...(yield* EmergencyStop).administration }
})

/** The actions of administration that change campaigns. */
export class CampaignAdministration extends Context.Tag("@adwarden/CampaignAdministration")<
  CampaignAdministration,
  Effect.Effect.Success<typeof campaignAdministration>
>() {
  static readonly layer = Layer.effect(CampaignAdministration, campaignAdministration)
}

/** Every declared action. */
export const everyAdministration = Effect.gen(function* () {
  return { ...(yield* Administration), ...(yield* CampaignAdministration) } satisfies {
    readonly [Name in AdministrationName]: unknown
  }
})

/** For an operator's command about campaigns: the same, and the endpoints that commands use. */
export const campaignCommandLayer = layersInOrder(
  campaignServices,
  EmergencyStop.layer,
  CampaignAdministration.layer,
  PeopleWrites.layer,
  LaunchChecks.layer
)
