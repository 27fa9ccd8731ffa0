import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, Schedule, Stream } from "effect"
import { readRequesterNames } from "../../access/requester.ts"
import { renderMentions } from "../../contract/index.ts"
import { CampaignDirectory } from "../../log/read-actions.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { readTasks, readTasksById, type TaskEntry, taskName } from "../../tasks/task-rows.ts"

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

/** How far a task is, for a page that follows it. */
export interface TaskProgress {
  readonly id: number
  readonly stage: string
  readonly ended: boolean
}

const stageOf = ({ stage, status }: TaskEntry): string =>
  status === "queued" ? "Waiting for its turn" : (stage ?? "Starting")

const hasEnded = ({ status }: TaskEntry): boolean => status === "completed" || status === "failed"

/** How often progress is read, and how long one stream lasts. A page that still waits connects again. */
const interval = Duration.seconds(1)
const longest = Duration.minutes(5)

interface TaskFeedShape {
  /** The tasks under way, and those that failed within the last week, newest first. */
  readonly list: (clearance: OrganizationClearance) => Effect.Effect<ReadonlyArray<TaskView>, SqlError>
  /** The progress of the tasks that a page shows, until all have ended: one request, one audit event. */
  readonly follow: (
    organization: string,
    ids: ReadonlyArray<number>
  ) => Endpoint<Stream.Stream<ReadonlyArray<TaskProgress>, SqlError>>
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

  const follow = (organization: number, ids: ReadonlyArray<number>) => {
    const read = Effect.map(statements.read(readTasksById(organization, ids)), (rows) =>
      rows.map((row): TaskProgress => ({ id: row.id, stage: stageOf(row), ended: hasEnded(row) }))
    )
    return Stream.repeatEffectWithSchedule(read, Schedule.spaced(interval)).pipe(
      Stream.changesWith((before, now) => JSON.stringify(before) === JSON.stringify(now)),
      Stream.takeUntil((tasks) => tasks.every(({ ended }) => ended)),
      Stream.interruptAfter(longest)
    )
  }

  const shape: TaskFeedShape = {
    list,
    follow: (organization, ids) => ({
      name: "pages.task_progress",
      admits: "members",
      organization,
      role: null,
      run: (clearance: OrganizationClearance) =>
        Effect.succeed(respondWith(follow(clearance.organization.id, ids)))
    })
  }
  return shape
})

/** Reads background tasks for pages: their state when a page is loaded, and their progress as it happens. */
export class TaskFeed extends Context.Tag("@adwarden/TaskFeed")<TaskFeed, TaskFeedShape>() {
  static readonly layer = Layer.effect(TaskFeed, make)
}
