import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { inTransaction, runSql } from "../../src/storage/index.ts"
import { Queue } from "../../src/tasks/queue.ts"
import { defineQueue } from "../../src/tasks/queue-definition.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore({}, { maxConnections: 1, connectTimeoutMillis: 20_000 })

it("the first writers need no second connection to create the queue", async () => {
  const write = (budget: number) =>
    demo.run(
      call("campaigns.update", demo.keys["northwind"]!.owner!, {
        slug: "boiler-repair",
        budget,
        dry_run: false
      })
    )
  const answers = await staggered([101, 102, 103].map((budget) => () => write(budget)))
  expect(answers.map(({ error }) => error)).toEqual([null, null, null])
})

it("the first delayed job needs no second connection inside its transaction", async () => {
  const queue = defineQueue("delayed", Schema.Struct({}))
  const jobs = await demo.run(
    Effect.scoped(
      Effect.gen(function* () {
        const { prepare, ready, send } = yield* Queue
        yield* prepare(queue)
        yield* ready
        yield* inTransaction(send(queue, {}, { organization: 1, startAfterSeconds: 60 }))
        return yield* runSql`select 1 from pgboss.job_common where name = 'delayed'`
      })
    )
  )
  expect(jobs).toHaveLength(1)
})
