import { Effect } from "effect"
import { tasks } from "../definition/history.ts"
import { momentBefore } from "../traffic/days.ts"
import { insertRows } from "./insert-rows.ts"
import type { Written } from "./written.ts"

/** Tasks, oldest first as their ids should say. */
export const writeTasks = ({ appUrl, campaigns, organizations, people, today }: Written) =>
  Effect.asVoid(
    insertRows(
      "tasks",
      {
        organization_id: "bigint",
        type: "text",
        status: "text",
        progress: "smallint",
        result: "jsonb",
        error_reason: "text",
        error_message: "text",
        campaign_id: "bigint",
        requested_by: "bigint",
        attempts: "smallint",
        created_at: "timestamptz",
        started_at: "timestamptz",
        finished_at: "timestamptz"
      },
      [...tasks]
        .sort((a, b) => b.minutesAgo - a.minutesAgo)
        .map((task) => {
          const at = (later: number) => momentBefore(today, { minutes: task.minutesAgo - later })
          const finished = task.status === "running" ? null : at(1)
          const url = `${appUrl}/${task.organization}/campaigns/${task.campaign}`
          const synced = task.result?.state === undefined ? {} : { synced_at: finished }
          return {
            organization_id: organizations.get(task.organization),
            type: task.type,
            status: task.status,
            progress: task.status === "completed" ? 100 : 0,
            result:
              task.result === undefined ? null : { campaign: task.campaign, url, ...task.result, ...synced },
            error_reason: task.error?.reason ?? null,
            error_message: task.error?.message ?? null,
            campaign_id: campaigns.get(task.organization)?.get(task.campaign ?? "") ?? null,
            requested_by: people.get(task.by)!.id,
            attempts: 1,
            created_at: at(0),
            started_at: at(0),
            finished_at: finished
          }
        })
    )
  )
