import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { isUnavailable } from "../../src/storage/index.ts"
import { type BuildInsertion, jobInsertion, type SendOptions } from "../../src/tasks/queue.ts"
import { createQueues, type QueueSettings } from "../../src/tasks/queue-definition.ts"
import { notifyChannel, queueSchema, startQueue } from "../../src/tasks/queue-schema.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const client = new pg.Client(demo.url)
await client.connect()
const db = {
  executeSql: async (text: string, values: Array<unknown> = []) => ({
    rows: (await client.query(text, values)).rows as Array<unknown>
  })
}
const boss = await startQueue({ db, supervise: false, schedule: false })
afterAll(async () => {
  await boss.stop({ graceful: false })
  await client.end()
})

const plain: QueueSettings = { name: "plain", options: {} }
const odd: QueueSettings = {
  name: "odd",
  options: {
    retryLimit: 7,
    retryDelay: 3,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 11,
    heartbeatSeconds: 12,
    retentionSeconds: 1300,
    deleteAfterSeconds: 14
  }
}
const short: QueueSettings = { name: "short", options: {} }
await createQueues(boss, [plain, odd])
await boss.createQueue(short.name, { policy: "short" })

const neverAsked: BuildInsertion = () => Promise.reject(new Error("The queue was asked"))
const data = { version: 1, campaign: 7, text: '"$&" \u2028' }

const sendOurs = async (queue: QueueSettings, options: SendOptions) => {
  const { text, values } = await Effect.runPromise(jobInsertion(neverAsked, queue, data, options))
  await client.query(text, [...values])
}

/** The inserted job without its id, in a transaction that is rolled back and in which all times are equal. */
const jobAfter = async (send: () => Promise<unknown>) => {
  await send()
  const { rows } = await client.query(
    "delete from pgboss.job_common returning to_jsonb(job_common) - 'id' as job"
  )
  return rows.map(({ job }) => job as object)
}

describe("a plain job", () => {
  const ways: ReadonlyArray<readonly [SendOptions, priority: number]> = [
    [{ organization: 1 }, 0],
    [{ organization: 23, stopsSpend: true }, 10],
    [{ organization: 23, lowPriority: true }, -10]
  ]
  it.each(ways)("is inserted as the queue itself would: %j", async (options, priority) => {
    for (const queue of [plain, odd, short]) {
      await client.query("begin; delete from pgboss.job_common")
      const theirs = await jobAfter(() =>
        boss.send(queue.name, data, { group: { id: String(options.organization) }, priority })
      )
      const ours = await jobAfter(() => sendOurs(queue, options))
      await client.query("rollback")
      expect(theirs).toHaveLength(1)
      expect(ours).toEqual(theirs)
    }
  })

  it("of a queue that allows one waiting job per key is not inserted twice", async () => {
    await client.query("begin")
    const jobs = await jobAfter(async () => {
      await sendOurs(short, { organization: 1 })
      await sendOurs(short, { organization: 1 })
    })
    await client.query("rollback")
    expect(jobs.filter((job) => "name" in job && job.name === short.name)).toHaveLength(1)
  })

  it("is never lost silently: a missing queue fails the transaction", async () => {
    const missing = { name: "missing", options: {} }
    await expect(sendOurs(missing, { organization: 1 })).rejects.toThrow(/null value in column "name"/)
  })
})

describe("the installed queue library", () => {
  it("listens on the channel that we notify", async () => {
    const packageFile = createRequire(import.meta.url).resolve("pg-boss/package.json")
    const plans = new URL("dist/plans.js", pathToFileURL(packageFile)).href
    const { notifyChannelSql } = (await import(plans)) as { notifyChannelSql: (schema: string) => string }
    expect(notifyChannelSql(queueSchema)).toBe(`(${notifyChannel})`)
  })

  it("orders the states of a job as the health check compares them", async () => {
    const { rows } = await client.query("select enum_range(null::pgboss.job_state)::text[] as states")
    expect(rows[0].states).toEqual(["created", "retry", "active", "completed", "cancelled", "failed"])
  })
})

it("an unavailable database is reported as such, not as a failed queue", async () => {
  const away = new SqlError({
    message: "Failed to acquire connection",
    cause: new Error("timeout exceeded when trying to connect")
  })
  const options = { organization: 1, startAfterSeconds: 5 }
  const error = await Effect.runPromise(
    Effect.flip(jobInsertion(() => Promise.reject(away), plain, {}, options))
  )
  expect([error, isUnavailable(error)]).toEqual([away, true])
})
