import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type KeyRow, Keys } from "../access/index.ts"
import { type CampaignName, readWaitingExternalChanges } from "../campaigns/index.ts"
import { renderMentions } from "../contract/index.ts"
import { readNewestRecommendations } from "../insight/recommendations/rows.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"
import { failedTasksOf, taskName } from "../tasks/failed-tasks.ts"

/** What needs a person's attention besides approvals and recommendations. */
export interface AttentionData {
  /** Tasks that failed within the last day. */
  readonly failedTasks: ReadonlyArray<{
    readonly id: number
    readonly name: string
    readonly problem: string
  }>
  /** The keys that expire within a month: every one for owners, their own for others. */
  readonly expiringKeys: ReadonlyArray<KeyRow>
  /** Campaigns with changes made in the ad platform that nobody decided on yet. */
  readonly outside: ReadonlyArray<{
    readonly campaign: Pick<CampaignName, "name" | "slug">
    readonly changes: number
  }>
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
      const sql = yield* SqlClient.SqlClient
      const keys = yield* Keys
      const statements = yield* Statements
      const readFailed = (organization: number) =>
        Effect.map(Effect.provideService(failedTasksOf(organization), SqlClient.SqlClient, sql), (tasks) =>
          tasks.map(({ error_message, id, type }) => ({
            id,
            name: taskName(type),
            problem: renderMentions("dashboard", error_message ?? "It failed.")
          }))
        )
      const readRecommendations = (
        organization: number,
        campaigns: Effect.Effect<ReadonlyArray<CampaignName>, SqlError>
      ) =>
        Effect.map(
          Effect.all(
            [statements.read(readNewestRecommendations(organization, recommendationsShown)), campaigns],
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
      const readOutside = (
        organization: number,
        campaigns: Effect.Effect<ReadonlyArray<CampaignName>, SqlError>
      ) =>
        Effect.map(
          Effect.all([statements.read(readWaitingExternalChanges(organization)), campaigns], {
            concurrency: "unbounded"
          }),
          ([rows, names]) => {
            const byId = new Map(names.map((one) => [one.id, one]))
            return rows.flatMap(({ campaign: id, changes }) => {
              const campaign = byId.get(id)
              return campaign === undefined ? [] : [{ campaign, changes }]
            })
          }
        )
      return {
        of: ({ caller, effectiveRole, organization }, campaigns) =>
          Effect.all(
            {
              failedTasks: readFailed(organization.id),
              outside: readOutside(organization.id, campaigns),
              recommendations: readRecommendations(organization.id, campaigns),
              expiringKeys: keys.expiring(organization.id, effectiveRole === "owner" ? null : caller.userId)
            },
            { concurrency: "unbounded" }
          )
      }
    })
  )
}
