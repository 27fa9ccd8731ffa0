import { Effect } from "effect"
import type { Unavailable } from "../../contract/index.ts"
import { type StoredRowId, storedColumn } from "../../storage/stored-json.ts"
import { StoredPlan, unreadablePlan } from "../stored-plan.ts"

export const queuedPlanColumn = storedColumn("queued_writes.plan", StoredPlan)

/** Reads the plan of a queued write; null if none was stored. */
export const readQueuedPlan = (
  stored: unknown,
  row: StoredRowId
): Effect.Effect<StoredPlan | null, Unavailable> =>
  stored === null
    ? Effect.succeed(null)
    : Effect.try({ try: () => queuedPlanColumn.read(stored, row), catch: () => unreadablePlan })

export const previewHashOf = (preview: object | null): string | null => {
  const hash = preview === null ? undefined : (preview as Readonly<Record<string, unknown>>)["preview_hash"]
  return typeof hash === "string" ? hash : null
}
