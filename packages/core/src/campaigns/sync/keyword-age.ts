import { Effect } from "effect"
import type { PlatformKeyword, Ref } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"

/** How long the platform keeps its change history. */
const historyMillis = 30 * 86_400_000

/**
 * Returns when newly imported keywords were added. The platform does not store this per keyword, but its
 * history of 30 days is synced before. A keyword that was imported with its campaign and is not in the
 * history is at least that old. Any other was added since the last sync.
 */
export const readAddedAt = (
  organizationId: number,
  campaigns: ReadonlyMap<Ref, number>,
  keywords: ReadonlyArray<PlatformKeyword>,
  readAt: string
) =>
  Effect.gen(function* () {
    if (keywords.length === 0) return () => readAt
    const addedEvents = yield* runSql<{ resource: string; at: string }>`
      select resource, min(at) as at from platform_changes
      where organization_id = ${organizationId} and detail ->> 'operation' = 'CREATE'
        and resource = any(${keywords.map(({ ref }) => ref)}) group by resource`
    const imported = yield* runSql<{ id: number }>`
      select id from campaigns where organization_id = ${organizationId}
        and id = any(${[...campaigns.values()]}) and origin = 'imported' and generated_at = ${readAt}`
    const addedAt = new Map(addedEvents.map(({ at, resource }) => [resource, at]))
    const fresh = new Set(imported.map(({ id }) => id))
    const historyStart = new Date(Date.parse(readAt) - historyMillis).toISOString()
    return ({ campaign, ref }: PlatformKeyword): string =>
      addedAt.get(ref) ?? (fresh.has(campaigns.get(campaign) ?? 0) ? historyStart : readAt)
  })
