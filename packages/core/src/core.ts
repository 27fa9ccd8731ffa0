import { Effect, Layer } from "effect"
import { Writes } from "./changes/writes.ts"
import { AuditSealer } from "./pipeline/audit-sealer.ts"
import { AuditTrail } from "./pipeline/audit-trail.ts"
import { Callers } from "./pipeline/callers.ts"
import { FrontDoor } from "./pipeline/front-door.ts"
import { OrganizationAccess } from "./pipeline/organization-access.ts"
import { Pipeline } from "./pipeline/pipeline.ts"
import { RequestLog } from "./pipeline/request-log.ts"
import { Queue } from "./tasks/queue.ts"

const door = FrontDoor.layer.pipe(Layer.provide(Callers.layer))

/** Everything a host needs, given Settings and a Database. */
export const layer = Pipeline.layer.pipe(
  Layer.provide([door, OrganizationAccess.layer, RequestLog.layer, Writes.layer]),
  Layer.provideMerge(Queue.layer),
  Layer.provideMerge(AuditSealer.layer),
  Layer.provideMerge(AuditTrail.layer)
)

/** Keeps the audit chains sealed for as long as the host runs. */
export const sealing = Layer.scopedDiscard(
  Effect.flatMap(AuditSealer, (sealer) => Effect.forkScoped(sealer.follow))
)
