import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type KeyRow, Keys } from "../access/index.ts"
import { noAttention, type OrganizationAttention, readAttention } from "../attention/index.ts"
import type { CampaignName } from "../campaigns/index.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { readLargestRecommendations } from "../insight/recommendations/rows.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** What needs a person, and what else an overview lists below it. */
export interface AttentionData extends OrganizationAttention {
  /** The keys that expire within a month: every one for owners, their own for others. */
  readonly expiringKeys: ReadonlyArray<KeyRow>
  /** The newest pending recommendations, with the number of all. */
  readonly recommendations: {
    readonly total: number
    readonly newest: ReadonlyArray<{
      readonly id: string
      readonly summary: string
      readonly campaign: string
    }>
  }
}

const recommendationsShown = 5

/** Reads what needs attention in an organization, for its overview. */
export class Attention extends Context.Tag("@adwarden/Attention")<
  Attention,
  {
    /** Reads in one round of queries, together with the names of all campaigns. */
    readonly of: (
      clearance: OrganizationClearance,
      campaigns: Effect.Effect<ReadonlyArray<CampaignName>, SqlError>
    ) => Effect.Effect<AttentionData, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Attention,
    Effect.gen(function* () {
      const keys = yield* Keys
      const statements = yield* Statements
      const commitments = yield* BudgetCommitments
      const readItems = (organization: number) =>
        Effect.map(
          Effect.provideService(
            readAttention([organization], statements.read),
            BudgetCommitments,
            commitments
          ),
          (found) => found.get(organization) ?? noAttention
        )
      const readRecommendations = (
        organization: number,
        campaigns: Effect.Effect<ReadonlyArray<CampaignName>, SqlError>
      ) =>
        Effect.map(
          Effect.all(
            [statements.read(readLargestRecommendations(organization, recommendationsShown)), campaigns],
            { concurrency: "unbounded" }
          ),
          ([rows, names]) => {
            const nameOf = new Map(names.map(({ id, name }) => [id, name]))
            return {
              total: rows[0]?.total ?? 0,
              newest: rows.map(({ campaign, id, summary }) => ({
                id,
                summary,
                campaign: nameOf.get(campaign) ?? ""
              }))
            }
          }
        )
      return {
        of: ({ caller, effectiveRole, organization }, campaigns) =>
          Effect.map(
            Effect.all(
              {
                attention: readItems(organization.id),
                recommendations: readRecommendations(organization.id, campaigns),
                expiringKeys: keys.expiring(organization.id, effectiveRole === "owner" ? null : caller.userId)
              },
              { concurrency: "unbounded" }
            ),
            ({ attention, ...others }) => ({ ...attention, ...others })
          )
      }
    })
  )
}
