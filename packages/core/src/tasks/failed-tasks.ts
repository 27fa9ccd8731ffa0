import { runSql, sqlText } from "../storage/index.ts"

/** SQL: tasks whose failure is news. A broken login fails every task and is reported once, as itself. */
const isNewsSql = `status = 'failed' and finished_at > now() - interval '1 day'
  and error_reason <> 'google_ads_connection_broken'`

/** Reads the tasks of all organizations that failed within the last day. */
export const failedTasks = runSql<{ readonly organization_id: number; readonly subject: string }>`
  select organization_id, id::text as subject from tasks where ${sqlText(isNewsSql)}`

/** A failed task, as messages describe it. */
export interface FailedTask {
  readonly id: number
  readonly type: string
  readonly error_message: string | null
}

/** Reads the tasks of one organization that failed within the last day, the newest first. */
export const failedTasksOf = (organization: number) =>
  runSql<FailedTask>`
    select id, type, error_message from tasks
    where organization_id = ${organization} and ${sqlText(isNewsSql)} order by id desc`

const taskNames: Readonly<Record<string, string>> = {
  campaign_state: "Change of a campaign's state",
  campaign_draft: "New campaign",
  campaign_ad: "New ad",
  report: "Report",
  strategy: "Strategy",
  business_profile: "Analysis of the website"
}

/** The name of a kind of task, for people. */
export const taskName = (type: string): string => taskNames[type] ?? type
