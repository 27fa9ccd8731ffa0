import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Schedule, Schema } from "effect"
import { Queue } from "../../src/tasks/queue.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../src/tasks/task-kinds.ts"
import { startTask } from "../../src/tasks/tasks.ts"
import { Worker, type WorkerOptions } from "../../src/tasks/worker.ts"
import { count } from "../support/counts.ts"
import { coreOn } from "../support/demo.ts"
import { TestDatabase } from "../support/postgres.ts"

const flood = count("floodedTasks")
/** More than the twenty tasks of an organization that can go before those of another. */
const backlog = flood / 2
const places = 8
const share = places / 4

const slow = defineTask("slow", Schema.Struct({ label: Schema.String }))

/** Tasks that wait until the gate opens, and the order in which they started. */
const slowTasks = () => {
  const started: Array<string> = []
  const gate = Effect.unsafeMakeLatch()
  const kind: TaskKind<typeof slow.schema.Type> = {
    run: ({ input }) =>
      Effect.sync(() => started.push(input.label)).pipe(Effect.zipRight(gate.await), Effect.as(null)),
    onFailure: () => Effect.void
  }
  return { started, gate, layer: Layer.effectDiscard(registerTaskKind(slow, Effect.succeed(kind))) }
}

const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(Effect.repeat({ until: (yes) => yes, schedule: Schedule.spaced("20 millis") }))

const addOrganization = (slug: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        id: number
      }>`insert into organizations (slug, name, currency) values (${slug}, ${slug}, 'USD') returning id`,
      ([row]) => row!.id
    )
  )

const send = (organization: number, label: string, stopsSpend = false) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Queue
    yield* sql.withTransaction(
      startTask(queue, slow, { organization, input: { label }, requestedBy: null, stopsSpend })
    )
  })

const countOf = (labels: ReadonlyArray<string>, label: string) => labels.filter((one) => one === label).length

const onCore = <A, E>(
  options: WorkerOptions,
  work: (tasks: ReturnType<typeof slowTasks>, url: string) => Effect.Effect<A, E, SqlClient.SqlClient | Queue>
) =>
  Effect.gen(function* () {
    const { url } = yield* TestDatabase
    const tasks = slowTasks()
    const core = tasks.layer.pipe(Layer.provideMerge(coreOn(url)))
    const worker = Worker.layer(url, options).pipe(Layer.provideMerge(core))
    yield* work(tasks, url).pipe(Effect.provide(worker))
  }).pipe(Effect.provide(TestDatabase.layer))

it.live("one organization's flood delays neither another one nor its own pause", () =>
  onCore({ concurrency: places }, ({ gate, started }) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [flooding, other] = [yield* addOrganization("flooding"), yield* addOrganization("other")]
      yield* Effect.repeatN(send(flooding, "flood"), flood - 1)
      yield* until(() => started.length >= share)
      yield* send(other, "other")
      yield* until(() => started.includes("other"))
      yield* send(flooding, "pause", true)
      yield* until(() => started.includes("pause"))
      // No task of the flood has ended, and none exceeds its share of the slots.
      expect(countOf(started, "flood")).toBe(share)
      // Then all of them finish, in slots that do not pause between tasks.
      yield* gate.open
      yield* until(() => started.length === flood + 2)
      const open = sql<{
        count: number
      }>`select count(*) as count from tasks where status <> 'completed'`
      yield* Effect.repeat(open, {
        until: ([row]) => row!.count === 0,
        schedule: Schedule.spaced("50 millis")
      })
    })
  )
)

it.live("organizations with few tasks are served before long backlogs of others", () =>
  onCore({ concurrency: places }, ({ gate, started }) =>
    Effect.gen(function* () {
      // More floods than there are shares, so that no slot is left.
      const floods = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => addOrganization(`flood-${n}`))
      for (const organization of floods) yield* Effect.repeatN(send(organization, "flood"), backlog - 1)
      yield* until(() => started.length === places)
      yield* send(yield* addOrganization("small"), "small")
      yield* gate.open
      yield* until(() => started.length === floods.length * backlog + 1)
      // At most the first twenty of each can go before it, never the rest of their backlogs.
      const position = started.indexOf("small")
      expect(position).toBeGreaterThanOrEqual(places)
      expect(position).toBeLessThan(floods.length * 20 + 2 * places)
    })
  )
)

it.live("a worker polls for the next task right after one", () =>
  // It polls an hour later by itself.
  onCore({ concurrency: 1, pollSeconds: 3600 }, ({ gate, started }) =>
    Effect.gen(function* () {
      const organization = yield* addOrganization("only")
      yield* Effect.repeatN(send(organization, "one"), 9)
      yield* until(() => started.length === 1)
      yield* gate.open
      yield* until(() => started.length === 10)
    })
  )
)
