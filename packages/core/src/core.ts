import { Effect, Layer } from "effect"
import { Push } from "./campaigns/push/push.ts"
import { spendingLayer } from "./campaigns/spending.ts"
import { Sync } from "./campaigns/sync/sync.ts"
import { Approvals } from "./changes/approvals/index.ts"
import { Finisher } from "./changes/finish/finisher.ts"
import { UndoFinisher } from "./changes/undo/finish.ts"
import { Writes } from "./changes/writes.ts"
import { AuditSealer } from "./pipeline/audit-sealer.ts"
import { AuditTrail } from "./pipeline/audit-trail.ts"
import { Callers } from "./pipeline/callers.ts"
import { FrontDoor } from "./pipeline/front-door.ts"
import { OrganizationAccess } from "./pipeline/organization-access.ts"
import { Pipeline } from "./pipeline/pipeline.ts"
import { RequestLog } from "./pipeline/request-log.ts"
import { AdAccounts } from "./platform/ad-accounts.ts"
import { Queue } from "./tasks/queue.ts"
import { Tasks } from "./tasks/tasks.ts"

const door = FrontDoor.layer.pipe(Layer.provide(Callers.layer))

/** Everything a host needs, given Settings and a Database. */
export const layer = Approvals.layer.pipe(
  Layer.provideMerge(Pipeline.layer),
  Layer.provide([door, OrganizationAccess.layer, RequestLog.layer, Writes.layer]),
  Layer.provideMerge(Layer.mergeAll(Finisher.layer, UndoFinisher.layer, Tasks.layer, Sync.layer())),
  Layer.provideMerge(Layer.merge(Push.layer, spendingLayer)),
  Layer.provideMerge(Layer.merge(Queue.layer, AdAccounts.layer)),
  Layer.provideMerge(AuditSealer.layer),
  Layer.provideMerge(AuditTrail.layer)
)

/** Keeps the audit chains sealed for as long as the host runs. */
export const sealing = Layer.scopedDiscard(
  Effect.flatMap(AuditSealer, (sealer) => Effect.forkScoped(sealer.follow))
)
