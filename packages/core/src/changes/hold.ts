import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { randomId } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import { actorColumns } from "./action-log.ts"

/** Puts a write into the approval queue, with everything that is needed to run it as the requester. */
export const hold = (
  clearance: OrganizationClearance,
  write: {
    readonly operation: string
    readonly input: object
    readonly preview: object
    readonly campaign: number | null
    readonly reserve: number
  }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = randomId("qw")
    const actor = actorColumns(clearance.caller)
    yield* sql`
      insert into queued_writes (organization_id, id, operation, input, preview, campaign_id, requester_type,
        requester_user_id, requester_user_email, requester_key_id, requester_key_prefix, requester_key_last_four,
        requester_scopes, requester_connection_id, request_id, reserved_budget)
      values (${clearance.organization.id}, ${id}, ${write.operation}, ${JSON.stringify(write.input)}::jsonb,
        ${JSON.stringify(write.preview)}::jsonb, ${write.campaign}, ${actor.type}, ${actor.userId}, ${actor.email},
        ${actor.keyId}, ${actor.prefix}, ${actor.lastFour}, ${clearance.caller.scopes},
        ${clearance.caller.kind === "access_token" ? clearance.caller.connectionId : null}, ${clearance.request.id},
        ${Math.max(0, write.reserve)})`
    return id
  })
