import { type ErrorCode, errorTable, operations } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { brokenInput, validInput } from "./arbitrary.ts"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

const { keys, run, tellRest, tellTool } = await runSurfaces()
const owner = keys["northwind"]!.owner!
const numRuns = Number(process.env["FUZZ_RUNS"] ?? 40)

/** Everything that a request must not change: all tables but the audit trail and the buckets. */
const state = () =>
  run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'audit\\_%' and c.relname <> 'rate_limits'`
      const sums: Record<string, unknown> = {}
      for (const { name } of tables) {
        const [row] = yield* sql.unsafe<{ sum: string }>(
          `select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t`
        )
        sums[name] = row?.sum
      }
      return sums
    })
  )

let before: unknown
beforeAll(async () => {
  before = await state()
})
afterAll(async () => {
  expect(await state()).toEqual(before)
})

/** An answer of the operation, or an error of the table with its status; never a defect of ours. */
const wellAnswered = (body: unknown, status: number | null): void => {
  const error = (body as { error?: { code?: ErrorCode; message?: string; doc_url?: string } } | null)?.error
  if (error === undefined) {
    if (status !== null) expect([200, 202]).toContain(status)
    return
  }
  expect(error.code).not.toBe("internal_error")
  expect(errorTable[error.code!]).toBeDefined()
  if (status !== null) expect(status).toBe(errorTable[error.code!].status)
  expect(error.message).toMatch(/\w/)
  expect(error.doc_url).toContain(`/docs/errors#${error.code}`)
}

describe.each(operations.map((one) => [one.name, one] as const))("%s", (_, operation) => {
  const inputs = fc.oneof(validInput(operation), brokenInput(operation))

  it("answers whatever it is sent over REST", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (values) => {
        let request: Request
        try {
          request = restRequest(operation, values, owner)
        } catch {
          return // No HTTP client could send this: a half surrogate in a path, a line break in a header.
        }
        const { body, status } = await tellRest(request)
        wellAnswered(body, status)
      }),
      { numRuns }
    )
  })

  it.skipIf(operation.tool === null)("answers whatever it is sent as a tool", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(inputs, fc.jsonValue()), async (values) => {
        const { body } = await tellTool(toolRequest(operation.tool!, values, owner))
        wellAnswered(body, null)
      }),
      { numRuns }
    )
  })
})
