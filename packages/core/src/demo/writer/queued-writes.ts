import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Role } from "../../contract/index.ts"
import { queuedWrites } from "../definition/history.ts"
import type { QueuedWritePlan } from "../definition/types.ts"
import { momentBefore } from "../traffic/days.ts"
import type { Written } from "./written.ts"

interface Requester {
  readonly key_id: number
  readonly prefix: string
  readonly last_four: string
  readonly user_id: number
  readonly email: string
}

/** Changes that wait for a person, and such that waited; each was asked for with a key. */
export const writeQueuedWrites = (written: Written) =>
  Effect.forEach(queuedWrites, (plan) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = written.organizations.get(plan.organization)!
      const campaign = written.campaigns.get(plan.organization)!.get(plan.campaign)!
      const by = yield* requesterOf(organization, plan.requesterRole)
      const { decision } = plan
      const requestedAt = momentBefore(written.today, { days: plan.daysAgo })
      // A pending one runs out seven days after it was asked for, an expired one was decided just then.
      const runsOutAt = momentBefore(written.today, { days: plan.daysAgo - 7 })
      const decidedAt =
        decision?.reason === "expired" ? runsOutAt : momentBefore(written.today, { days: plan.daysAgo - 1 })
      const result =
        decision?.actionId === undefined ? null : JSON.stringify({ action_id: decision.actionId })
      yield* sql`
        insert into queued_writes (organization_id, id, status, operation, input, summary, campaign_id, requester_type,
          requester_user_id, requester_user_email, requester_key_id, requester_key_prefix, requester_key_last_four,
          requester_scopes, reserved_budget, requested_at, expires_at, decided_at, decided_by, reason, result)
        values (${organization}, ${plan.id}, ${decision?.status ?? "pending"}, ${plan.operation},
          ${JSON.stringify(plan.input)}, ${`${plan.campaign}: ${JSON.stringify(plan.input)}`}, ${campaign}, 'api_key', ${by.user_id}, ${by.email}, ${by.key_id},
          ${by.prefix}, ${by.last_four}, ${plan.requesterScopes}, ${plan.reservedBudget}, ${requestedAt},
          ${runsOutAt}, ${decision === undefined ? null : decidedAt},
          ${decision?.by === undefined ? null : written.people.get(decision.by)!.id}, ${decision?.reason ?? null},
          ${result})`
      if (decision?.actionId !== undefined) yield* writeAction(organization, campaign, plan, by, decidedAt)
    })
  )

const requesterOf = (organization: number, role: Role) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<Requester>`
      select k.id as key_id, k.prefix, k.last_four, u.id as user_id, u.email
      from api_keys k join users u on u.id = k.user_id
      where k.organization_id = ${organization} and k.name = ${`Demo ${role}`}`
    return found[0]!
  })

/** What an approved change did, as the action log tells it. */
const writeAction = (
  organization: number,
  campaign: number,
  { decision, id, operation }: QueuedWritePlan,
  by: Requester,
  at: string
) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_id,
        actor_user_email, actor_key_id, actor_key_prefix, actor_key_last_four, state, executed_at, queued_write_id)
      values (${organization}, ${decision!.actionId}, ${at}, ${operation}, ${campaign}, ${decision!.detail},
        'dashboard', 'api_key', ${by.user_id}, ${by.email}, ${by.key_id}, ${by.prefix}, ${by.last_four},
        'executed', ${at}, ${id})`
  )
