import { Effect, Schema } from "effect"
import { type ActionId, type Output, recordNotFound, UndoConflict } from "../contract/index.ts"
import { OutsideChange } from "../platform/outside-changes.ts"
import type { Caller } from "../request/caller.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import {
  type BoundStatement,
  bindStatement,
  runSql,
  type Statement,
  sqlText,
  statement
} from "../storage/index.ts"
import { storedColumn, storedList } from "../storage/stored-json.ts"
import { renderSentence, Sentence } from "./sentence.ts"

/** One executed edit: the value it set and the one before, in the format of its kind. */
export const ExecutedStep = Schema.Struct({
  kind: Schema.String,
  version: Schema.Int,
  sentence: Sentence,
  trace: Schema.Unknown
})
export type ExecutedStep = typeof ExecutedStep.Type

/** An outside change that a push met, and whether ours replaced it. */
const MetOutsideChange = Schema.Struct({ ...OutsideChange.fields, replaced: Schema.Boolean })
export type MetOutsideChange = typeof MetOutsideChange.Type
export const outsideChangesColumn = storedColumn(
  "actions.outside_changes",
  Schema.Struct({ list: Schema.Array(MetOutsideChange) })
)
export const stepsColumn = storedList("actions.steps", ExecutedStep)

type Actor = Output<"actions.list">["actions"][number]["actor"]

/** Returns the actor columns that actions and queued writes share. */
export const actorColumns = (caller: Caller) =>
  caller.kind === "api_key"
    ? {
        type: "api_key",
        userId: caller.userId,
        email: caller.email,
        keyId: caller.keyId,
        prefix: caller.prefix,
        lastFour: caller.lastFour,
        connectionId: null
      }
    : {
        type: "user",
        userId: caller.userId,
        email: caller.email,
        keyId: null,
        prefix: null,
        lastFour: null,
        connectionId: caller.kind === "access_token" ? caller.connectionId : null
      }

/** An actor as responses show it. */
export const actorOf = ({
  lastFour,
  prefix,
  type,
  user
}: {
  readonly type: Actor["type"]
  readonly prefix: string | null
  readonly lastFour: string | null
  readonly user: string | null
}): Actor => ({
  type,
  ...(prefix === null ? {} : { prefix }),
  ...(lastFour === null ? {} : { last_four: lastFour }),
  ...(user === null ? {} : { user })
})

/**
 * Returns the log text of an action: the sentences of its edits, budget changes first because people look for
 * those.
 */
const detailOf = (steps: ReadonlyArray<Pick<ExecutedStep, "sentence">>): string =>
  steps.map(({ sentence }) => renderSentence(sentence)).join("; ")

const insertStatement = statement(`
  insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_id,
    actor_user_email, actor_key_id, actor_key_prefix, actor_key_last_four, request_id, steps, affected_keys, state,
    executed_at, queued_write_id, comment, actor_connection_id, execution_id, raised_from)
  values ($1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    case when $16 = 'executed' then clock_timestamp() end, $17, $18, $19, $20, $21)`)

/** An action as it is logged. */
interface ActionToLog {
  readonly op: string
  readonly campaign: { readonly id: number } | null
  readonly source: "dashboard" | "engine"
  readonly affectedKeys: ReadonlyArray<string>
  /** The daily budget before a raise; null if the action raises none. */
  readonly raisedFrom: number | null
}

interface LoggedSteps {
  readonly action: ActionId
  readonly steps: ReadonlyArray<ExecutedStep>
}

/** Returns the statement that logs an action. It runs in the transaction of the change. */
export const insertAction = (
  clearance: OrganizationClearance,
  { affectedKeys, campaign, op, raisedFrom, source }: ActionToLog,
  done: LoggedSteps,
  options: {
    readonly state: "executing" | "executed"
    /** The write that the action belongs to. */
    readonly execution: string
    readonly queuedWrite: string | null
    /** The requester's reason: untrusted text. */
    readonly comment: string | null
  }
): BoundStatement => {
  const { caller, organization, request } = clearance
  const actor = actorColumns(caller)
  return bindStatement(insertStatement, [
    organization.id,
    done.action,
    op,
    campaign?.id ?? null,
    detailOf(done.steps),
    source,
    actor.type,
    actor.userId,
    actor.email,
    actor.keyId,
    actor.prefix,
    actor.lastFour,
    request.id,
    JSON.stringify(done.steps),
    affectedKeys,
    options.state,
    options.queuedWrite,
    options.comment,
    actor.connectionId,
    options.execution,
    raisedFrom
  ])
}

/**
 * Rewrites the log text once the platform has confirmed the action, which may have done less than planned.
 */
export const markExecuted = (organization: number, { action, steps }: LoggedSteps) =>
  runSql`update actions set state = 'executed', executed_at = now(),
        steps = ${JSON.stringify(steps)}::jsonb, detail = ${detailOf(steps)}
      where organization_id = ${organization} and id = ${action}`

/** Completes an action that waited for its task. Its campaign exists since the change itself. */
export const completeAction = (organization: number, action: string, campaign: number) =>
  runSql`update actions set state = 'executed', executed_at = now(), campaign_id = ${campaign}
      where organization_id = ${organization} and id = ${action} and state = 'executing'`

/** Marks an action as failed if it still waits for its task. */
export const failWaitingAction = (organization: number, action: string, failure: string) =>
  runSql`update actions set state = 'failed', failure = ${failure}
      where organization_id = ${organization} and id = ${action} and state = 'executing'`

export const markFailed = (organization: number, action: ActionId, failure: string) =>
  runSql`update actions set state = 'failed', failure = ${failure}
      where organization_id = ${organization} and id = ${action}`

/**
 * Records on the action that last set one of these settings, or that was undone last, what its push found changed in the
 * platform.
 */
export const recordOutsideChanges = (
  organization: number,
  campaign: number,
  changes: ReadonlyArray<MetOutsideChange>
) => {
  const keys = changes.map(({ field }) => `campaign/${campaign}/${field}`)
  return runSql`update actions set outside_changes = ${JSON.stringify(outsideChangesColumn.write({ list: changes }))}::jsonb
    where organization_id = ${organization} and id = (
      select id from actions where organization_id = ${organization} and campaign_id = ${campaign}
        and state = 'executed' and affected_keys && ${keys}::text[]
      order by greatest(at, undone_at) desc limit 1)`
}

/** The actor who undid an action, with the request that did it. */
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
  runSql`update actions set undone_at = now(), undone_by = ${JSON.stringify(undoneBy)}::jsonb
      where organization_id = ${organization} and id = ${action} and undone_at is null`

/** Finds the organization of an action ($2) among some ($1). */
export const actionOwner = statement(
  "select organization_id from actions where organization_id = any($1::bigint[]) and id = $2"
)

/** An action as undo reads it. */
export interface LoggedAction {
  readonly id: ActionId
  readonly sequence: number
  readonly at: string
  readonly detail: string
  readonly campaign_id: number | null
  readonly state: "executing" | "executed" | "failed"
  readonly undone: boolean
  readonly affected_keys: ReadonlyArray<string>
  readonly steps: ReadonlyArray<ExecutedStep>
  /** The write that it belongs to; null for an action of an earlier version. */
  readonly execution_id: string | null
}

type Row = Omit<LoggedAction, "steps"> & { readonly steps: unknown }

const loggedColumns = sqlText(
  "id, sequence, at, detail, campaign_id, state, undone_at is not null as undone, affected_keys, steps, execution_id"
)

const toLogged = (organization: number, row: Row): LoggedAction => ({
  ...row,
  steps: stepsColumn.read(row.steps, { organization, id: row.id })
})

export const findAction = (organization: number, id: string) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Row>`
      select ${loggedColumns} from actions where organization_id = ${organization} and id = ${id}`
    if (row === undefined) {
      return yield* recordNotFound("action", id)
    }
    return toLogged(organization, row)
  })

/**
 * Reads the other actions of an action's write, newest first, without failed ones. They were logged in one
 * transaction, so an hour around it contains them all.
 */
export const findOtherActions = (organization: number, { at, execution_id, id }: LoggedAction) =>
  execution_id === null
    ? Effect.succeed([])
    : Effect.map(
        runSql<Row>`
          select ${loggedColumns} from actions
          where organization_id = ${organization} and execution_id = ${execution_id} and id <> ${id}
            and state <> 'failed' and at between ${at}::timestamptz - interval '1 hour' and ${at}::timestamptz + interval '1 hour'
          order by sequence desc`,
        (rows) => rows.map((row) => toLogged(organization, row))
      )

/**
 * Finds the latest standing action after this one that affects any of the same keys. It is a conflict even if
 * it set the same value: restoring the state before both would undo it without a request.
 */
export const findLaterConflict = (organization: number, { affected_keys, sequence }: LoggedAction) =>
  Effect.gen(function* () {
    if (affected_keys.length === 0) return null
    const [later] = yield* runSql<{ id: string }>`
      select id from actions
      where organization_id = ${organization} and sequence > ${sequence} and undone_at is null
        and state <> 'failed' and affected_keys && ${affected_keys}::text[]
      order by sequence desc limit 1`
    return later === undefined ? null : new UndoConflict({ conflicting_action_id: later.id })
  })

/** Reads the actions of some requests that have changed something, in their order. `since` limits the search. */
export const readActionsOfRequests = (organization: number, requests: ReadonlyArray<string>, since: string) =>
  runSql<{ readonly id: ActionId; readonly campaign: number | null; readonly undone: boolean }>`
    select id, campaign_id as campaign, undone_at is not null as undone from actions
    where organization_id = ${organization} and at >= ${since} and request_id = any(${requests}::text[])
      and state <> 'failed'
    order by sequence`

const actionsOfEvents = statement(`
select id, request_id as request, campaign_id as campaign, detail from actions
where organization_id = $1 and at between $2::timestamptz and $3::timestamptz + interval '1 day'
  and request_id = any($4::text[]) and state <> 'failed'
order by sequence`)

/** Reads what some requests of a time changed, in their order. A change that waited a day for its approval is left out. */
export const readActionsOfEvents = (
  organization: number,
  { from, until }: { readonly from: string; readonly until: string },
  requests: ReadonlyArray<string>
) =>
  bindStatement<{
    readonly id: ActionId
    readonly request: string
    readonly campaign: number | null
    readonly detail: string
  }>(actionsOfEvents, [organization, from, until, requests])

/** Reads which of these campaigns have an action in progress, or one that changed at `since` or later. */
export const readCampaignsWithActions = (
  organization: number,
  campaigns: ReadonlyArray<number>,
  since: string
) =>
  runSql<{ readonly campaign: number }>`
    select distinct campaign_id as campaign from actions
    where organization_id = ${organization} and campaign_id = any(${campaigns}::bigint[])
      and (state = 'executing' or greatest(at, executed_at, undone_at) >= ${since})`

/** The first raise of a campaign's budget that stands. */
export interface FirstRaise {
  readonly campaign: number
  /** The daily budget before it. */
  readonly from: number
}

/**
 * The SQL that reads a caller's first raise of each campaign of an array within 24 hours. Its other parameters are
 * those of `firstRaisesOf`. With a plain condition on undone_at, Postgres reads all actions of an organization as long
 * as it has no statistics, because another index has that condition.
 */
export const firstRaisesSql = (campaigns: string) => `
  select distinct on (campaign_id) campaign_id as campaign, raised_from as "from" from actions
  where organization_id = $1 and campaign_id = any(${campaigns}) and at > now() - interval '24 hours'
    and raised_from is not null and coalesce(undone_at, 'infinity') = 'infinity' and state <> 'failed'
    and actor_user_id = $3 and actor_key_id is not distinct from $4 and actor_connection_id is not distinct from $5
  order by campaign_id, sequence`

/** Binds such a statement to a caller and to what it finds the campaigns by. */
export const firstRaisesOf = (
  declared: Statement,
  organization: number,
  by: unknown,
  caller: Caller
): BoundStatement<FirstRaise> => {
  const { connectionId, keyId, userId } = actorColumns(caller)
  return bindStatement(declared, [organization, by, userId, keyId, connectionId])
}

const firstRaises = statement(firstRaisesSql("$2::bigint[]"))

/** Reads a caller's first raise of each of these campaigns within 24 hours. */
export const readFirstRaises = (organization: number, campaigns: ReadonlyArray<number>, caller: Caller) =>
  firstRaisesOf(firstRaises, organization, campaigns, caller)

/** An executed action as reports read it. */
export interface ReportedAction {
  readonly at: string
  readonly op: string
  readonly campaign: number | null
  readonly detail: string
  readonly actor: "api_key" | "user" | "engine"
  readonly user: string | null
  readonly key: string | null
  readonly undone: boolean
  readonly request_id: string
}

/** More rows would not help the reader of a report. */
const maxReported = 200

/** Days are in UTC, as in the list of actions. */
const executedStatement = statement(`
select at, op, campaign_id as campaign, detail, actor_type as actor, actor_user_email as user, actor_key_prefix as key,
  undone_at is not null as undone, request_id,
  count(*) filter (where at >= $3::date::timestamp at time zone 'UTC') over () as total
from actions
where organization_id = $1 and state = 'executed'
  and at >= $2::date::timestamp at time zone 'UTC' and at < ($4::date + 1)::timestamp at time zone 'UTC'
order by at desc, sequence desc limit ${maxReported}`)

/** Reads the executed actions since a day, newest first, each with the number of all in the period. */
export const readExecutedActions = (
  organization: number,
  since: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  bindStatement<ReportedAction & { readonly total: number }>(executedStatement, [
    organization,
    since,
    from,
    to
  ])

/** Replaces the stored email address of a deleted person in the log of actions. */
export const forgetPersonInLog = (user: number, replacement: string) =>
  runSql`update actions set actor_user_email = ${replacement} where actor_user_id = ${user}`
