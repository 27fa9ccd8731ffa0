import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { InverseOf } from "../inverse.ts"
import { lockCampaign } from "./campaign.ts"
import type { Kind } from "./kind.ts"

type Piece = InverseOf<"negative_keywords">

interface Row {
  readonly id: number
  readonly text: string
  readonly removed: boolean
  readonly in_platform: boolean
}

const gone = "It was removed before."

/** Exactly those that the action created go, and no other of the same words. */
export const negativeKeywords = (platform: Kind<Piece>["platform"]): Kind<Piece> => ({
  same: ({ ids, kind }) => ({ kind, ids }),

  look: (organization, piece) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { slug } = yield* lockCampaign(organization, piece.campaign)
      const rows = yield* sql<Row>`
        select id, text, removed_at is not null as removed, platform_resource_name is not null as in_platform
        from negative_keywords where organization_id = ${organization} and id = any(${piece.ids}) order by id`
      const there = rows.filter(({ removed }) => !removed)
      const lost = rows
        .filter(({ removed }) => removed)
        .map(({ text }) => ({ what: `Negative keyword "${text}" of ${slug}`, reason: gone }))
      if (rows.length === 0) {
        return { way: null, lost: [{ what: `Negative keywords of ${slug}`, reason: "It had added none." }] }
      }
      if (there.length === 0) return { way: null, lost }
      const way = {
        piece: { ...piece, ids: there.map(({ id }) => id) },
        what: `Negative keywords of ${slug}`,
        sentence: `Removed from ${slug}: ${there.map(({ text }) => `-${text}`).join(", ")}`,
        platformFirst: there.some(({ in_platform }) => in_platform)
      }
      return { way, lost }
    }),

  restore: (organization, { ids }) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update negative_keywords set removed_at = now()
        where organization_id = ${organization} and id = any(${ids}) and removed_at is null`
      return {}
    }),

  ...(platform === undefined ? {} : { platform })
})
