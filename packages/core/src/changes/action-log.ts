import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { type ActionId, NotFound, UndoConflict } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { renderSentence } from "./sentence.ts"
import { stepsColumn } from "./stored.ts"
import type { ExecutedAction, ExecutedStep, PlannedAction } from "./write.ts"

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

/** What the log says of an action: its edits' sentences, money first, since that is what people look for. */
const detailOf = (steps: ReadonlyArray<Pick<ExecutedStep, "sentence">>): string =>
  steps.map(({ sentence }) => renderSentence(sentence)).join("; ")

const insertStatement = statement(`
  insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_id,
    actor_user_email, actor_key_id, actor_key_prefix, actor_key_last_four, request_id, steps, affected_keys, state,
    executed_at, queued_write_id)
  values ($1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    case when $16 = 'executed' then clock_timestamp() end, $17)`)

/** An action as it is written into the log, in the transaction of its change. */
export const insertAction = (
  clearance: OrganizationClearance,
  plan: PlannedAction,
  done: ExecutedAction,
  options: { readonly state: "executing" | "executed"; readonly queuedWrite: string | null }
): BoundStatement => {
  const { caller, organization, request } = clearance
  const actor = actorColumns(caller)
  return bindStatement(insertStatement, [
    organization.id,
    done.action,
    plan.op,
    plan.campaign?.id ?? null,
    detailOf(done.steps),
    plan.source,
    actor.type,
    actor.userId,
    actor.email,
    actor.keyId,
    actor.prefix,
    actor.lastFour,
    request.id,
    JSON.stringify(done.steps),
    [...new Set(plan.planned.flatMap(({ plan }) => (plan.empty ? [] : plan.affectedKeys)))],
    options.state,
    options.queuedWrite
  ])
}

/** Says again what an action did, once the platform has said yes: less may have been left to do than it set out for. */
export const markExecuted = (organization: number, { action, steps }: ExecutedAction) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update actions set state = 'executed', executed_at = now(),
        steps = ${JSON.stringify(steps)}::jsonb, detail = ${detailOf(steps)}
      where organization_id = ${organization} and id = ${action}`
  )

export const markFailed = (organization: number, action: ActionId, failure: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update actions set state = 'failed', failure = ${failure}
      where organization_id = ${organization} and id = ${action}`
  )

/** Who undid an action, in the shape of an actor, with what is needed to follow it up. */
export interface UndoneBy {
  readonly type: string | null
  readonly user: string | null
  readonly prefix: string | null
  readonly last_four: string | null
  readonly request_id: string
  readonly queued_write_id: string | null
}

/** Marks an action as undone. */
export const markUndone = (organization: number, action: ActionId, undoneBy: UndoneBy) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update actions set undone_at = now(), undone_by = ${JSON.stringify(undoneBy)}::jsonb
      where organization_id = ${organization} and id = ${action} and undone_at is null`
  )

/** An action as undo looks at it. */
export interface LoggedAction {
  readonly id: ActionId
  readonly sequence: number
  readonly at: string
  readonly detail: string
  readonly campaign: { readonly id: number; readonly slug: string; readonly removed: boolean } | null
  readonly state: "executing" | "executed" | "failed"
  readonly undone: boolean
  readonly affected_keys: ReadonlyArray<string>
  readonly steps: ReadonlyArray<ExecutedStep>
}

interface Row extends Omit<LoggedAction, "campaign" | "steps"> {
  readonly campaign_id: number | null
  readonly slug: string | null
  readonly removed: boolean
  readonly steps: unknown
}

export const findAction = (organization: number, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Row>`
      select a.id, a.sequence, a.at, a.detail, a.campaign_id, c.slug, c.removed_at is not null as removed, a.state, a.undone_at is not null as undone,
        a.affected_keys, a.steps
      from actions a left join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
      where a.organization_id = ${organization} and a.id = ${id}`
    if (row === undefined) {
      return yield* new NotFound({
        what: `The action ${id}`,
        next: "Use an action_id that a change returned, or one from {actions.list}."
      })
    }
    const { campaign_id, removed, slug, steps, ...rest } = row
    const action: LoggedAction = {
      ...rest,
      campaign: campaign_id === null || slug === null ? null : { id: campaign_id, slug, removed },
      steps: stepsColumn.read(steps, { organization, id })
    }
    return action
  })

/**
 * The latest action after this one that moved any of the same things and still stands. It stands in the way even
 * where it happened to set the same value: bringing back what was before both would undo it unasked.
 */
export const findLaterConflict = (organization: number, { affected_keys, sequence }: LoggedAction) =>
  Effect.gen(function* () {
    if (affected_keys.length === 0) return null
    const sql = yield* SqlClient.SqlClient
    const [later] = yield* sql<{ id: string }>`
      select id from actions
      where organization_id = ${organization} and sequence > ${sequence} and undone_at is null
        and state <> 'failed' and affected_keys && ${affected_keys}::text[]
      order by sequence desc limit 1`
    return later === undefined ? null : new UndoConflict({ conflicting_action_id: later.id })
  })
