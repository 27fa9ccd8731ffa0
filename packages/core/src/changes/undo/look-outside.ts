import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect } from "effect"
import { AdAccounts, AdPlatform } from "../../platform/index.ts"

import { type Drift, differs, outsideEdit } from "./drift.ts"
import type { UndoPlan } from "./plan.ts"

interface Row {
  readonly id: number
  readonly account: string
  readonly ref: string
}

/** A platform that takes longer cannot be read, as far as a caller who waits is concerned. */
const patience = Duration.seconds(10)

/**
 * Looks in the platform whether what the action set still stands there. What differs without an edit by others
 * is only on its way; a platform that cannot be read tells nothing, and the push will say what is wrong with it.
 */
export const makeLookOutside = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform

  const driftOf = (organization: number, { id, account, ref }: Row, { action }: UndoPlan) =>
    Effect.gen(function* () {
      const linked = yield* accounts.get(organization, account)
      const there = yield* platform.campaign(linked, ref)
      const pieces = (action.inverse ?? []).map((piece, place) => ({ piece, place }))
      const suspects = pieces.filter(
        ({ piece }) => piece.campaign === id && there !== null && differs(piece, there)
      )
      if (there === null || suspects.length === 0) return []
      // The platform's clock tells whole seconds.
      const since = new Date(Math.floor(Date.parse(action.at) / 1000) * 1000)
      const changes = yield* platform.changesSince(linked, since)
      return suspects.flatMap(({ piece, place }) => {
        const edit = outsideEdit(piece, there, changes)
        const reason = `It was changed in the ad platform since, by ${edit?.by ?? "someone"}: ${edit?.what}.`
        return edit === undefined ? [] : [[place, reason] as const]
      })
    })

  return (organization: number, plan: UndoPlan): Effect.Effect<Drift, SqlError> =>
    Effect.gen(function* () {
      const campaigns = [...new Set(plan.ways.map(({ piece }) => piece.campaign))]
      const rows = yield* sql<Row>`
        select id, ad_account_id as account, platform_resource_name as ref from campaigns
        where organization_id = ${organization} and id = any(${campaigns})
          and ad_account_id is not null and platform_resource_name is not null`
      const found = yield* Effect.forEach(rows, (row) =>
        driftOf(organization, row, plan).pipe(
          Effect.timeout(patience),
          Effect.catchIf(
            (error) => error._tag !== "SqlError",
            () => Effect.succeed([])
          )
        )
      )
      return new Map(found.flat())
    })
})
