import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type KeyRow, Keys } from "../access/index.ts"
import { renderMentions } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
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
}

/** Reads what needs attention in an organization, for its overview. */
export class Attention extends Context.Tag("@adwarden/Attention")<
  Attention,
  { readonly of: (clearance: OrganizationClearance) => Effect.Effect<AttentionData, SqlError> }
>() {
  static readonly layer = Layer.effect(
    Attention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* Keys
      const readFailed = (organization: number) =>
        Effect.map(Effect.provideService(failedTasksOf(organization), SqlClient.SqlClient, sql), (tasks) =>
          tasks.map(({ error_message, id, type }) => ({
            id,
            name: taskName(type),
            problem: renderMentions("dashboard", error_message ?? "It failed.")
          }))
        )
      return {
        of: ({ caller, effectiveRole, organization }) =>
          Effect.all(
            {
              failedTasks: readFailed(organization.id),
              expiringKeys: keys.expiring(organization.id, effectiveRole === "owner" ? null : caller.userId)
            },
            { concurrency: "unbounded" }
          )
      }
    })
  )
}
