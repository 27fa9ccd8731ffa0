import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"

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

const columns = "id, type, status, stage, error_message, campaign_id, requested_by, created_at, finished_at"

const recent = statement(`
select ${columns} from tasks where organization_id = $1 and status in ('queued', 'running')
union all
(select ${columns} from tasks where organization_id = $1 and status = 'failed' and finished_at > now() - interval '7 days'
  order by id desc limit 10)
order by id desc limit 50`)

/** Reads the tasks under way, and those that failed within the last week. */
export const readTasks = (organization: number): BoundStatement<TaskEntry> =>
  bindStatement(recent, [organization])

const some = statement(
  `select ${columns} from tasks where organization_id = $1 and id = any($2::bigint[]) order by id desc`
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
