import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, Schedule, Schema } from "effect"
import { decodeStored, encodeStored } from "../../src/storage/stored-json.ts"
import type { TaskFailed } from "../../src/tasks/failures.ts"
import { Queue } from "../../src/tasks/queue.ts"
import { defineQueue } from "../../src/tasks/queue-definition.ts"
import { registerConsumer } from "../../src/tasks/registries.ts"
import { Worker } from "../../src/tasks/worker.ts"
import { coreOn } from "../support/demo.ts"
import { TestDatabase } from "../support/postgres.ts"

const emailQueue = defineQueue("letters", Schema.Struct({ to: Schema.String }))
const newEmailQueue = defineQueue("letters", Schema.Struct({ addressee: Schema.String }), { version: 2 })

it.effect("stored data is decoded only by a version that supports it", () =>
  Effect.gen(function* () {
    expect(encodeStored(emailQueue, { to: "Ann" })).toEqual({ to: "Ann", version: 1 })
    expect(yield* decodeStored(emailQueue, { to: "Ann" })).toEqual({ to: "Ann" })
    const stored = encodeStored(newEmailQueue, { addressee: "Ann" })
    expect(stored).toEqual({ addressee: "Ann", version: 2 })
    expect(yield* decodeStored(newEmailQueue, stored)).toEqual({ addressee: "Ann" })
    expect(yield* Effect.flip(decodeStored(emailQueue, stored))).toMatchObject({ newer: true })
    expect(yield* Effect.flip(decodeStored(newEmailQueue, { to: "Ann" }))).toMatchObject({ newer: false })
    for (const junk of [null, 7, "text", [], { to: 3 }]) {
      expect(yield* Effect.flip(decodeStored(emailQueue, junk))).toMatchObject({ newer: false })
    }
  })
)

it.live("an unreadable job is reported, becomes a dead letter and is never retried", () =>
  Effect.gen(function* () {
    const { url } = yield* TestDatabase
    const sql = yield* SqlClient.SqlClient
    const read: Array<string> = []
    const lost: Array<string> = []
    /** The job without a consumer, as its attempt saw it and as its dead letter reports it. */
    const named: Array<string> = []
    const told: Array<string> = []
    const consumer = registerConsumer(
      emailQueue,
      Effect.succeed({
        run: ({ to }: { readonly to: string }, { job }: { readonly job: string }) =>
          Effect.sync(() => read.push(to) && to === "nobody" && named.push(job)).pipe(
            Effect.zipRight(to === "nobody" ? Effect.fail("returned") : Effect.void)
          ),
        onDeadLetter: ({ to }: { readonly to: string }, _: TaskFailed, job: string) =>
          Effect.sync(() => lost.push(to) && named.push(job))
      })
    )
    const logged = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void told.push(String(message)))
    )
    const worker = Worker.layer(url).pipe(
      Layer.provideMerge(Layer.scopedDiscard(consumer).pipe(Layer.provideMerge(coreOn(url)))),
      Layer.provide(logged)
    )
    yield* Effect.gen(function* () {
      const queue = yield* Queue
      yield* sql`insert into pgboss.job (name, data, dead_letter, retry_limit)
          values ('letters', '{"to": 3}', 'lost', 5), ('letters', '{"to": "nobody"}', 'lost', 0)`
      yield* queue.send(emailQueue, { to: "Ann" }, { organization: 1 })
      const jobs = sql<{ name: string; state: string; tries: number; data: unknown }>`
          select name, state, retry_count + 1 as tries, data from pgboss.job
          where name in ('letters', 'lost') order by name, state, data`
      yield* Effect.repeat(jobs, {
        until: (rows) => rows.length === 5 && rows.every(({ state }) => /completed|failed/.test(state)),
        schedule: Schedule.spaced("50 millis")
      })
      expect(yield* jobs).toEqual([
        { name: "letters", state: "completed", tries: 1, data: { to: "Ann", version: 1 } },
        { name: "letters", state: "failed", tries: 1, data: { to: "nobody" } },
        { name: "letters", state: "failed", tries: 1, data: { to: 3 } },
        { name: "lost", state: "completed", tries: 1, data: { to: "nobody" } },
        { name: "lost", state: "failed", tries: 1, data: { to: 3 } }
      ])
      expect(read.toSorted()).toEqual(["Ann", "nobody"])
      // The readable job is handled by its own consumer.
      expect(lost).toEqual(["nobody"])
      expect([named.length, new Set(named).size]).toEqual([2, 1])
      expect(told.filter((line) => /cannot be read and is given up/.test(line))).toHaveLength(2)
    }).pipe(Effect.provide(worker))
  }).pipe(Effect.provide(TestDatabase.layer))
)
