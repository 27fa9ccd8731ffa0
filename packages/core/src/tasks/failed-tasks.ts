import { organizationsStatement } from "../storage/index.ts"

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
  business_profile: "Analysis of the website"
}

/** The name of a kind of task, for people. */
export const taskName = (type: string): string => taskNames[type] ?? type
