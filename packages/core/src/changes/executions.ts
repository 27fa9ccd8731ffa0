import { Effect } from "effect"
import { requesterOf } from "../access/requester.ts"
import { IdempotencyConflict, randomId, Unavailable, type WriteName } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import type { AuditDraft } from "../request/clearance.ts"
import {
  type BoundStatement,
  bindStatement,
  purgeByOrganization,
  runSql,
  sqlText,
  statement
} from "../storage/index.ts"
import {
  auditColumn,
  type ExecutionProgress,
  outcomeColumn,
  progressColumn,
  type StoredOutcome
} from "./stored.ts"
import type { WriteRequest } from "./write.ts"

/**
 * Identifies a caller: a key, an app or a person. An idempotency key belongs to its caller, because two automations of
 * one organization may both count from 1.
 */
export const callerKey = (caller: Caller): string => {
  switch (caller.kind) {
    case "api_key":
      return `key:${caller.keyId}`
    case "access_token":
      return `app:${caller.connectionId}`
    case "person":
      return `person:${caller.userId}`
  }
}

interface IdempotencyRow {
  readonly id: string
  readonly same: boolean
  readonly expired: boolean
  readonly answer: unknown
}

const because = "The first call with this idempotency key is still running."

/**
 * Returns the stored response of the same call within a day, if there is one. Refuses the same key for a
 * different call.
 */
export const findReplay = Effect.fnUntraced(function* (request: WriteRequest) {
  if (request.idempotencyKey === null) return null
  const { caller, organization } = request.clearance
  const [row] = yield* runSql<IdempotencyRow>`
    select id, fingerprint = ${request.fingerprint} as same, answer,
      state <> 'open' and created_at <= now() - interval '24 hours' as expired
    from executions where organization_id = ${organization.id} and idempotency_owner = ${callerKey(caller)}
      and idempotency_key = ${request.idempotencyKey}`
  if (row === undefined) return null
  if (row.expired) {
    yield* runSql`update executions set idempotency_owner = null, idempotency_key = null
      where organization_id = ${organization.id} and id = ${row.id}`
    return null
  }
  if (!row.same) return yield* new IdempotencyConflict()
  // The first call is still running, so its outcome is not known yet.
  if (row.answer === null) return yield* new Unavailable({ retryAfter: 2, because })
  return outcomeColumn.read(row.answer, { organization: organization.id, id: row.id })
})

interface NewExecution {
  readonly id: string
  readonly state: "open" | "executed" | "unchanged" | "held"
  readonly work: ExecutionProgress | null
  /** Empty unless it is open. */
  readonly affectedKeys: ReadonlyArray<string>
  readonly answer: StoredOutcome | null
  readonly queuedWrite: string | null
  /** Whether it used one of the day's writes. */
  readonly usesQuota: boolean
}

export const newExecutionId = (): string => randomId("exe")

const insertStatement = statement(`
  insert into executions (organization_id, id, operation, state, requester, audit, input, fingerprint, work, affected_keys,
    answer, queued_write_id, quota_day, idempotency_owner, idempotency_key, settled_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    case when $13::boolean then (now() at time zone 'UTC')::date end, $14, $15,
    case when $4 <> 'open' then clock_timestamp() end)`)

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Inserts an execution, in progress or with its outcome, in the transaction of the change. */
export const insertExecution = (request: WriteRequest, execution: NewExecution): BoundStatement => {
  const { clearance, idempotencyKey, operation, parameters } = request
  return bindStatement(insertStatement, [
    clearance.organization.id,
    execution.id,
    operation.name,
    execution.state,
    JSON.stringify(requesterOf(clearance)),
    JSON.stringify(clearance.audit),
    JSON.stringify(parameters),
    request.fingerprint,
    jsonOrNull(execution.work),
    execution.affectedKeys,
    jsonOrNull(execution.answer),
    execution.queuedWrite,
    execution.usesQuota,
    idempotencyKey === null ? null : callerKey(clearance.caller),
    idempotencyKey
  ])
}

/** An execution as the processes that finish it read it. */
export interface Execution {
  readonly organization: number
  readonly id: string
  readonly operation: WriteName
  readonly state: "open" | "executed" | "unchanged" | "held" | "refused"
  readonly work: ExecutionProgress
  readonly answer: StoredOutcome | null
  readonly audit: AuditDraft
  readonly queuedWrite: string | null
  readonly quotaDay: string | null
}

interface Row extends Omit<Execution, "work" | "answer" | "audit"> {
  readonly work: unknown
  readonly answer: unknown
  readonly audit: unknown
}

export const findExecution = (organization: number, id: string, lock = false) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Row>`
      select organization_id as organization, id, operation, state, work, answer, audit,
        queued_write_id as "queuedWrite", quota_day as "quotaDay"
      from executions where organization_id = ${organization} and id = ${id} and work is not null
      ${sqlText(lock ? "for no key update" : "")}`
    if (row === undefined) return null
    const execution: Execution = {
      ...row,
      work: progressColumn.read(row.work, row),
      answer: row.answer === null ? null : outcomeColumn.read(row.answer, row),
      audit: auditColumn.read(row.audit, row)
    }
    return execution
  })

/** The affected key of an action that is being undone, so that no second undo runs meanwhile. */
export const actionKey = (action: string): string => `action/${action}`

/**
 * SQL: the affected keys of the executions in progress of the organization $1. Other writes must not affect
 * them.
 */
export const busyKeysSql = `array(select unnest(affected_keys) from executions
    where organization_id = $1 and state = 'open')`

export const readBusyKeys = (organization: number) =>
  Effect.map(
    runSql<{ readonly busy_keys: ReadonlyArray<string> }>(`select ${busyKeysSql} as busy_keys`, [
      organization
    ]),
    ([row]): ReadonlySet<string> => new Set(row!.busy_keys)
  )

/** Stores the progress of an open execution. */
export const saveProgress = (
  { id, organization }: Pick<Execution, "id" | "organization">,
  work: ExecutionProgress
) =>
  runSql`update executions set work = ${JSON.stringify(work)}::jsonb
      where organization_id = ${organization} and id = ${id}`

/** An idempotency key is valid for a day; the action log is stored separately and permanently. */
export const purgeExecutions = purgeByOrganization("id", {
  executions: "settled_at < now() - interval '2 days'"
})
