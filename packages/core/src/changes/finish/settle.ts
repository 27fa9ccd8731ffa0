import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { settleApproved, settleFailed } from "../approvals/settle.ts"
import { forget, settleKey } from "../idempotency.ts"
import { organizationRules } from "../organization.ts"
import { refundQuota } from "../quota.ts"
import type { Course, Refusal, Underway } from "./course.ts"

interface Row {
  readonly op: string
  readonly state: Underway["state"]
  readonly at: string
  readonly after: Course
  readonly queued_write_id: string | null
  readonly campaign_id: number
  readonly ad_account_id: string | null
  readonly platform_resource_name: string
}

/** An action that went to the platform first, as it stands now. */
export const findUnderway = (organization: number, id: string, lock = false) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Row>`
      select a.op, a.state, a.at, a.after, a.queued_write_id, a.campaign_id, c.ad_account_id,
        c.platform_resource_name
      from actions a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
      where a.organization_id = ${organization} and a.id = ${id} and a.after is not null
      ${sql.literal(lock ? "for no key update of a" : "")}`
    if (row === undefined) return null
    const underway: Underway = {
      organization,
      id,
      op: row.op,
      state: row.state,
      at: row.at,
      course: row.after,
      queuedWrite: row.queued_write_id,
      campaign: row.campaign_id,
      account: row.ad_account_id,
      ref: row.platform_resource_name
    }
    return underway
  })

/**
 * Does the last or any other step of an action exactly once: whoever comes second finds it done and takes what
 * is there. The organization is locked first, as every writer does, so that nobody can wait in a circle.
 */
export const stepOf = <E, R>(
  { id, organization }: Underway,
  step: (now: Underway) => Effect.Effect<void, E, R>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* organizationRules(organization, true)
        const now = (yield* findUnderway(organization, id, true))!
        if (now.state !== "executing") return now
        yield* step(now)
        return (yield* findUnderway(organization, id))!
      })
    )
  )

export const noteCourse = ({ id, organization }: Underway, course: Course) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update actions set after = ${JSON.stringify(course)}::jsonb
      where organization_id = ${organization} and id = ${id}`
  )

/** Inside a step: the platform said yes. Everyone who waits for the outcome gets the same answer. */
export const markExecuted = ({ course, id, organization, queuedWrite }: Underway) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update actions set state = 'executed', executed_at = now()
      where organization_id = ${organization} and id = ${id}`
    yield* settleKey(organization, id, { output: course.answer })
    if (queuedWrite !== null) yield* settleApproved(organization, queuedWrite, course.answer)
  })

/** Inside a step: the platform said no, so the key may be used again and the day's quota has one more. */
export const markFailed = ({ at, course, id, organization, queuedWrite }: Underway, refused: Refusal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ended: Course = { ...course, refused }
    yield* sql`update actions set state = 'failed', failure = ${refused.message},
        after = ${JSON.stringify(ended)}::jsonb
      where organization_id = ${organization} and id = ${id}`
    yield* forget(organization, id)
    yield* refundQuota(organization, at)
    if (queuedWrite === null) return
    // A platform that is away is nobody's no: the write waits for a person again.
    if (refused.code !== "unavailable") yield* settleFailed(organization, queuedWrite, refused.message)
    else {
      yield* sql`update queued_writes set claimed_at = null, decided_by = null
        where organization_id = ${organization} and id = ${queuedWrite} and status = 'pending'`
    }
  })
