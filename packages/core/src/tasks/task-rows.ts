import { Effect, Schema } from "effect"
import {
  type BoundStatement,
  bindStatement,
  organizationsStatement,
  runSql,
  statement
} from "../storage/index.ts"
import { storedColumn } from "../storage/stored-json.ts"
import type { TaskFailed } from "./failures.ts"

/** A task as people see it: under way, or ended lately. */
export interface TaskEntry {
  readonly id: number
  readonly type: string
  readonly status: "queued" | "running" | "completed" | "failed"
  readonly stage: string | null
  readonly error_message: string | null
  readonly campaign_id: number | null
  readonly requested_by: number | null
  readonly created_at: string
  readonly finished_at: string | null
}

const listedColumns =
  "id, type, status, stage, error_message, campaign_id, requested_by, created_at, finished_at"

const recent = statement(`
select ${listedColumns} from tasks where organization_id = $1 and status in ('queued', 'running')
union all
(select ${listedColumns} from tasks where organization_id = $1 and status = 'failed' and finished_at > now() - interval '7 days'
  order by id desc limit 10)
order by id desc limit 50`)

/** Reads the tasks under way, and those that failed within the last week. */
export const readTasks = (organization: number): BoundStatement<TaskEntry> =>
  bindStatement(recent, [organization])

const some = statement(
  `select ${listedColumns} from tasks where organization_id = $1 and id = any($2::bigint[]) order by id desc`
)

/** Reads these tasks, whatever their state. */
export const readTasksById = (organization: number, ids: ReadonlyArray<number>): BoundStatement<TaskEntry> =>
  bindStatement(some, [organization, ids])

const underWay = statement(`
select exists (select 1 from tasks where organization_id = $1 and type = $2 and status in ('queued', 'running')
  and input @> $3::jsonb) as found`)

/** Reads whether a task of this type and with these fields of its input is under way. */
export const readIsUnderWay = (organization: number, type: string, input: object) =>
  bindStatement<{ readonly found: boolean }>(underWay, [organization, type, JSON.stringify(input)])

/** SQL: tasks whose failure is news. A broken login fails every task and is reported once, as itself. */
const isNewsSql = `status = 'failed' and finished_at > now() - interval '1 day'
  and error_reason <> 'google_ads_connection_broken'`

/** A failed task, as messages describe it. */
export interface FailedTask {
  readonly organization_id: number
  readonly id: number
  readonly type: string
  readonly error_message: string | null
}

/** Reads the tasks of organizations that failed within the last day, the newest first. */
export const readFailedTasks = organizationsStatement<FailedTask>(
  (within) => `select organization_id, id, type, error_message from tasks
  where ${within("organization_id")} and ${isNewsSql} order by id desc`
)

const taskNames: Readonly<Record<string, string>> = {
  campaign_state: "Change of a campaign's state",
  campaign_draft: "New campaign",
  campaign_ad: "New ad",
  report: "Report",
  strategy: "Strategy",
  business_profile: "Analysis of the website",
  website_facts: "Reading of a website",
  landing_pages: "Reading of landing pages"
}

/** The name of a kind of task, for people. */
export const taskName = (type: string): string => taskNames[type] ?? type

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
  /** The action that started it, if one did. */
  readonly action: string | null
  /** The elapsed time of all attempts together. */
  readonly seconds: number
}

const jobColumns =
  "organization_id as organization, id, type, input, campaign_id as campaign, action_id as action"
const secondsUntil = (time: string) => `extract(epoch from ${time} - started_at)::float8 as seconds`

/** Starts an attempt. Returns null if the task has ended: a job can be delivered more than once. */
export const beginTask = (organization: number, id: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<OpenTask>(
      `update tasks set status = 'running', attempts = attempts + 1, heartbeat_at = now(),
         started_at = least(started_at, now())
       where organization_id = $1 and id = $2 and status in ('queued', 'running')
       returning ${jobColumns}, ${secondsUntil("heartbeat_at")}`,
      [organization, id]
    )
    return row ?? null
  })

export const findOpenTask = (organization: number, id: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<OpenTask>(
      `select ${jobColumns}, ${secondsUntil("clock_timestamp()")} from tasks
       where organization_id = $1 and id = $2 and status in ('queued', 'running') for update`,
      [organization, id]
    )
    return row ?? null
  })

/** Stores the current step of an attempt, for the task's followers. */
export const setTaskStage = ({ id, organization }: OpenTask, sentence: string) =>
  runSql`
      update tasks set stage = ${sentence}, steps = steps + 1, heartbeat_at = now()
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
