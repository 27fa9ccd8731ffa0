import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { PlatformKeyword, Ref } from "../../platform/model/index.ts"

/** How far back the platform remembers who added what. */
const historyMillis = 30 * 86_400_000

/**
 * Since when keywords that are new to us are there. The platform does not say it of a keyword, but it remembers what
 * was added in the last 30 days, and that was noted before. So one that came with its campaign and that nobody was
 * seen adding is at least as old as that memory; any other was added since the last sync.
 */
export const readAddedAt = (
  organizationId: number,
  campaigns: ReadonlyMap<Ref, number>,
  keywords: ReadonlyArray<PlatformKeyword>,
  readAt: string
) =>
  Effect.gen(function* () {
    if (keywords.length === 0) return () => readAt
    const sql = yield* SqlClient.SqlClient
    const addedEvents = yield* sql<{ resource: string; at: string }>`
      select resource, min(at) as at from platform_changes
      where organization_id = ${organizationId} and detail ->> 'operation' = 'CREATE'
        and resource = any(${keywords.map(({ ref }) => ref)}) group by resource`
    const imported = yield* sql<{ id: number }>`
      select id from campaigns where organization_id = ${organizationId}
        and id = any(${[...campaigns.values()]}) and origin = 'imported' and generated_at = ${readAt}`
    const addedAt = new Map(addedEvents.map(({ at, resource }) => [resource, at]))
    const fresh = new Set(imported.map(({ id }) => id))
    const historyStart = new Date(Date.parse(readAt) - historyMillis).toISOString()
    return ({ campaign, ref }: PlatformKeyword): string =>
      addedAt.get(ref) ?? (fresh.has(campaigns.get(campaign) ?? 0) ? historyStart : readAt)
  })
