import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { readRequesterNames } from "../../access/requester.ts"
import { renderMentions } from "../../contract/index.ts"
import { CampaignDirectory } from "../../log/read-actions.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Statements } from "../../storage/index.ts"
import { readTasks, type TaskEntry, taskName } from "../../tasks/task-rows.ts"

/** A task as pages show it. */
export interface TaskView {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly campaign: { readonly slug: string; readonly name: string } | null
  /** The person who started it; null for the service itself. */
  readonly by: string | null
  readonly at: string
  /** What it is doing; null once it has ended. */
  readonly stage: string | null
  /** Why it failed and what to do; null if it did not. */
  readonly problem: string | null
}

const stageOf = ({ stage, status }: TaskEntry): string =>
  status === "queued" ? "Waiting for its turn" : (stage ?? "Starting")

const hasEnded = ({ status }: TaskEntry): boolean => status === "completed" || status === "failed"

interface TaskFeedShape {
  /** The tasks under way, and those that failed within the last week, newest first. */
  readonly list: (clearance: OrganizationClearance) => Effect.Effect<ReadonlyArray<TaskView>, SqlError>
}

const make = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  const list = Effect.fnUntraced(function* ({ organization: { id } }: OrganizationClearance) {
    const rows = yield* statements.read(readTasks(id))
    if (rows.length === 0) return []
    const people = rows.flatMap(({ requested_by }) => requested_by ?? [])
    const asked = people.map((user) => ({
      requester_user_id: user,
      requester_key_id: null,
      requester_connection_id: null
    }))
    const [campaigns, names] = yield* Effect.all(
      [
        directory.find(
          id,
          rows.map(({ campaign_id }) => campaign_id)
        ),
        asked.length === 0 ? Effect.succeed([]) : statements.read(readRequesterNames(id, asked))
      ],
      { concurrency: "unbounded" }
    )
    return rows.map((row): TaskView => {
      const campaign = campaigns.get(row.campaign_id)
      return {
        id: row.id,
        type: row.type,
        name: taskName(row.type),
        campaign: campaign === undefined ? null : { slug: campaign.slug, name: campaign.name },
        by: names.find(({ user_id }) => user_id === row.requested_by)?.person ?? null,
        at: row.created_at,
        stage: hasEnded(row) ? null : stageOf(row),
        problem:
          row.status === "failed" ? renderMentions("dashboard", row.error_message ?? "It failed.") : null
      }
    })
  })

  const shape: TaskFeedShape = { list }
  return shape
})

/** Reads background tasks for pages. */
export class TaskFeed extends Context.Tag("@adwarden/TaskFeed")<TaskFeed, TaskFeedShape>() {
  static readonly layer = Layer.effect(TaskFeed, make)
}
