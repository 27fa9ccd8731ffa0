import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Caller } from "../pipeline/caller.ts"
import type { Act } from "./change.ts"
import type { Inverse } from "./inverse.ts"

/** Who acted, in the columns that actions and queued writes share. */
export const actorColumns = (caller: Caller) =>
  caller.kind === "api_key"
    ? {
        type: "api_key",
        userId: caller.userId,
        email: caller.email,
        keyId: caller.keyId,
        prefix: caller.prefix,
        lastFour: caller.lastFour
      }
    : { type: "user", userId: caller.userId, email: caller.email, keyId: null, prefix: null, lastFour: null }

export interface ActionRecord {
  readonly op: string
  readonly campaign: number | null
  /** One sentence that a person understands. */
  readonly detail: string
  readonly source: "dashboard" | "engine"
  readonly inverse: ReadonlyArray<Inverse>
  /** executing: it goes to the platform first, and is executed once that said yes. */
  readonly state: "executing" | "executed"
  readonly recommendation?: string
  /** What is needed to finish it, where it is executing. */
  readonly course?: object
}

/** Writes an action into the log, in the transaction of its change. */
export const recordAction = (act: Act, record: ActionRecord) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { caller, organization, request } = act.clearance
    const actor = actorColumns(caller)
    yield* sql`
      insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_id,
        actor_user_email, actor_key_id, actor_key_prefix, actor_key_last_four, request_id, inverse, after, state,
        executed_at, recommendation_id, queued_write_id)
      values (${organization.id}, ${act.id}, clock_timestamp(), ${record.op}, ${record.campaign}, ${record.detail}, ${record.source},
        ${actor.type}, ${actor.userId}, ${actor.email}, ${actor.keyId}, ${actor.prefix}, ${actor.lastFour},
        ${request.id}, ${JSON.stringify(record.inverse)}::jsonb,
        ${record.course === undefined ? null : JSON.stringify(record.course)}::jsonb, ${record.state},
        ${record.state === "executed" ? new Date().toISOString() : null}, ${record.recommendation ?? null},
        ${act.queuedWrite})`
  })

/** Says how an action is taken back, where that is known only once its rows are written. */
export const noteInverse = (organization: number, action: string, inverse: ReadonlyArray<Inverse>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update actions set inverse = ${JSON.stringify(inverse)}::jsonb
      where organization_id = ${organization} and id = ${action}`
  )

/** Says again what an action did, where less was left to do than it set out for. */
export const noteDetail = (organization: number, action: string, detail: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update actions set detail = ${detail}
      where organization_id = ${organization} and id = ${action}`
  )
