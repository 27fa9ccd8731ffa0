import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { bound, isUnavailable, statement } from "../../src/storage/index.ts"
import { type InsertionOf, makeInsertions } from "../../src/tasks/job-insertion.ts"

const queue = { name: "some-queue", options: {} }
const insert = statement("insert into jobs select * from json_to_recordset($1)")

/** A queue that writes jobs down as text, and counts how often it was asked. */
const asking = (write: (data: object, group: string) => ReadonlyArray<unknown>) => {
  let asked = 0
  const insertionOf: InsertionOf = (_queue, data, { group }) => {
    asked++
    return Promise.resolve(bound(insert, write(data, group!.id)))
  }
  const insertions = makeInsertions(insertionOf)
  return {
    send: async (data: object, organization: number) =>
      (await Effect.runPromise(insertions.of(queue, data, { organization }))).values,
    asked: () => asked
  }
}

it("a job is written down as the queue would have, without asking it again", async () => {
  const ours = asking((data, group) => [JSON.stringify([{ id: null, data, groupId: group, priority: 0 }])])
  const awkward = { campaign: 7, text: '"$&" the data of a job\u2028' }
  for (const organization of [1, 23]) {
    const group = String(organization)
    expect(await ours.send(awkward, organization)).toEqual([
      JSON.stringify([{ id: null, data: awkward, groupId: group, priority: 0 }])
    ])
  }
  expect(ours.asked()).toBe(1)
})

it("a queue that writes jobs down in another way is asked for each", async () => {
  const values = (data: object, group: string) => [JSON.stringify(data), group]
  const ours = asking(values)
  expect(await ours.send({ campaign: 1 }, 1)).toEqual(values({ campaign: 1 }, "1"))
  expect(await ours.send({ campaign: 2 }, 5)).toEqual(values({ campaign: 2 }, "5"))
  expect(ours.asked()).toBe(3)
})

it("a database that is away is told as that, not as a queue that failed", async () => {
  const away = new SqlError({
    message: "Failed to acquire connection",
    cause: new Error("timeout exceeded when trying to connect")
  })
  const insertions = makeInsertions(() => Promise.reject(away))
  for (const options of [{ organization: 1 }, { organization: 1, startAfterSeconds: 5 }]) {
    const error = await Effect.runPromise(Effect.flip(insertions.of(queue, {}, options)))
    expect([error, isUnavailable(error)]).toEqual([away, true])
  }
})
