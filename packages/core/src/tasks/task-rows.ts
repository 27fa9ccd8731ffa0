import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { runSql, statement } from "../storage/index.ts"
import { storedColumn } from "../storage/stored-json.ts"
import type { TaskFailed } from "./failures.ts"

/** A task's result, returned unchanged. The task's kind decodes its `input`. */
export const resultColumn = storedColumn(
  "tasks.result",
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
)

/** Finds the organization of a task ($2) among some ($1). */
export const taskOwner = statement(
  "select organization_id from tasks where organization_id = any($1::bigint[]) and id = $2::bigint"
)

/** An unfinished task, as its runner sees it. */
export interface OpenTask {
  readonly organization: number
  readonly id: number
  readonly type: string
  /** The stored, undecoded input. */
  readonly input: unknown
  readonly campaign: number | null
  /** The elapsed time of all attempts together. */
  readonly seconds: number
}

const columns = "organization_id as organization, id, type, input, campaign_id as campaign"
const secondsUntil = (time: string) => `extract(epoch from ${time} - started_at)::float8 as seconds`

/** Starts an attempt. Returns null if the task has ended: a job can be delivered more than once. */
export const beginTask = (organization: number, id: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.unsafe<OpenTask>(
      `update tasks set status = 'running', attempts = attempts + 1, heartbeat_at = now(),
         started_at = least(started_at, now())
       where organization_id = $1 and id = $2 and status in ('queued', 'running')
       returning ${columns}, ${secondsUntil("heartbeat_at")}`,
      [organization, id]
    )
    return row ?? null
  })

export const findOpenTask = (organization: number, id: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.unsafe<OpenTask>(
      `select ${columns}, ${secondsUntil("clock_timestamp()")} from tasks
       where organization_id = $1 and id = $2 and status in ('queued', 'running') for update`,
      [organization, id]
    )
    return row ?? null
  })

/** Stores the current step of an attempt, for the task's followers. */
export const setTaskStage = ({ id, organization }: OpenTask, sentence: string) =>
  runSql`
      update tasks set stage = ${sentence}, heartbeat_at = now()
      where organization_id = ${organization} and id = ${id} and status = 'running'`

export const completeTask = (
  { id, organization }: OpenTask,
  result: Readonly<Record<string, unknown>> | null
) =>
  runSql`
      update tasks set status = 'completed', progress = 100, finished_at = now(),
        result = ${result === null ? null : JSON.stringify(resultColumn.write(result))}::jsonb
      where organization_id = ${organization} and id = ${id} and status in ('queued', 'running')`

export const failTask = ({ id, organization }: OpenTask, { message, reason }: TaskFailed) =>
  runSql`
      update tasks set status = 'failed', error_reason = ${reason}, error_message = ${message}, finished_at = now()
      where organization_id = ${organization} and id = ${id} and status in ('queued', 'running')`

/** Reads the number and the age of open tasks of all organizations, by kind and status. */
export const readOpenTasks = Effect.suspend(
  () => runSql<{
    readonly kind: string
    readonly status: string
    readonly open: number
    readonly oldestSeconds: number
  }>`
    select type as kind, status, count(*)::int as open,
      extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from tasks where status in ('queued', 'running') group by type, status`
)

/** Reads which of these campaigns have a task in progress, or one that ended at `since` or later. */
export const readCampaignsWithTasks = (
  organization: number,
  campaigns: ReadonlyArray<number>,
  since: string
) =>
  runSql<{ readonly campaign: number }>`
    select distinct campaign_id as campaign from tasks
    where organization_id = ${organization} and campaign_id = any(${campaigns}::bigint[])
      and (status in ('queued', 'running') or finished_at >= ${since})`
