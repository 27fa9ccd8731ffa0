import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, Schema } from "effect"
import { Queue } from "../../src/tasks/queue.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../src/tasks/task-kinds.ts"
import { startTask, Tasks } from "../../src/tasks/tasks.ts"
import { call } from "../support/call.ts"
import { coreOn, demoDatabase } from "../support/demo.ts"

const bread = defineTask("bread", Schema.Struct({ loaves: Schema.Number }))

it.scopedLive("a task reports its stage while it runs, and decodes its input by its schema", () =>
  Effect.gen(function* () {
    const { credentials, url } = yield* demoDatabase
    const look = (id: number) =>
      Effect.map(call("tasks.get", credentials.keys["northwind"]!.owner!, { id }), ({ output }) => output)
    const seen: Array<unknown> = []
    const baker = registerTaskKind(
      bread,
      Effect.map(Effect.context<Effect.Effect.Context<ReturnType<typeof look>>>(), (context) => {
        const kind: TaskKind<typeof bread.schema.Type> = {
          run: ({ id, input, setStage }) =>
            Effect.gen(function* () {
              // A stack overflow is a defect of the code; an outage throws another error.
              if (input.loaves === 0) throw new RangeError("Maximum call stack size exceeded")
              if (input.loaves < 0) throw new Error("The oven is out of reach")
              yield* setStage(`Baking ${input.loaves} loaves.`)
              seen.push(yield* look(id))
              return { loaves: input.loaves }
            }).pipe(Effect.provide(context)),
          onFailure: () => Effect.void
        }
        return kind
      })
    )
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tasks = yield* Tasks
      const start = startTask(yield* Queue, bread, {
        organization: 1,
        input: { loaves: 3 },
        requestedBy: null
      })
      const id = yield* start
      yield* tasks.run(1, id, false)
      const task = { task_tracking_id: id, type: "bread" }
      expect(seen).toEqual([{ ...task, status: "running", progress: 0, stage: "Baking 3 loaves." }])
      expect(yield* look(id)).toEqual({
        ...task,
        status: "completed",
        progress: 100,
        result: { loaves: 3 }
      })

      const unreadable = yield* start
      yield* sql`update tasks set input = '{"loaves": "three"}' where id = ${unreadable}`
      yield* tasks.run(1, unreadable, false)
      expect(yield* look(unreadable)).toMatchObject({ status: "failed", error: { reason: "task_error" } })

      // A defect of the code repeats with every attempt, so there is one; other errors are retried.
      const startWith = (loaves: number) =>
        Effect.flatMap(Queue, (queue) =>
          startTask(queue, bread, { organization: 1, input: { loaves }, requestedBy: null })
        )
      const broken = yield* startWith(0)
      yield* tasks.run(1, broken, false)
      expect(yield* look(broken)).toMatchObject({ status: "failed", error: { reason: "task_error" } })
      const unlucky = yield* startWith(-1)
      expect((yield* Effect.exit(tasks.run(1, unlucky, false)))._tag).toBe("Failure")
      expect(yield* look(unlucky)).toMatchObject({ status: "running" })

      // Data of a newer version: another worker can support it; otherwise the last attempt ends it.
      const newer = yield* start
      yield* sql`update tasks set input = '{"weight": 2, "version": 2}' where id = ${newer}`
      expect((yield* Effect.flip(tasks.run(1, newer, false)))._tag).toBe("TryLater")
      yield* tasks.run(1, newer, true)
      expect(yield* look(newer)).toMatchObject({ status: "failed", error: { reason: "task_error" } })
    }).pipe(
      Effect.provide(Layer.effectDiscard(baker).pipe(Layer.provideMerge(coreOn(url)))),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  })
)
