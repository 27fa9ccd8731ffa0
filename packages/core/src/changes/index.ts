import { Layer } from "effect"
import { registerHandlers } from "../request/handler-registry.ts"
import { Changes, runWriteLayer } from "./changes.ts"
import { Finisher } from "./finish.ts"
import { getQueuedWrite } from "./get-queued-write.ts"
import { listActions } from "./list-actions.ts"
import { listQueuedWrites } from "./list-queued-writes.ts"
import { undoWrite } from "./undo.ts"
import { withdrawQueuedWrite } from "./withdraw-queued-write.ts"

/** The engine of guarded writes. It runs the operations that features registered, and names none. */
export const engine = runWriteLayer.pipe(
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(Finisher.layer)
)

/** The engine's own operations. */
export const changes = Layer.mergeAll(
  undoWrite,
  registerHandlers(listActions, listQueuedWrites, getQueuedWrite, withdrawQueuedWrite)
)
