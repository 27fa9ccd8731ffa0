import { type AnyOperation, type ErrorCode, errorsOf, errorTable, operations } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { count } from "../../../core/test/support/counts.ts"
import { brokenInput, forgedCursor, protocolMessage, validInput } from "./arbitrary.ts"
import { mcpRequest, restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

// The write quota is used up: all rules before it run, and a valid write is rejected at the end.
const { fetchMcp, keys, run, sendRest, tellTool } = await runSurfaces({ writeQuota: 0 })
const owner = keys["northwind"]!.owner!

const tools = operations.filter((one) => one.tool !== null)
const lists = operations.filter(
  (one) => one.example.output instanceof Object && "next_cursor" in one.example.output
)
const properties = operations.length + tools.length + lists.length + 1

/** The ordinary tests send a few of each; `npm run check fuzz` sends very many in total. */
const asked = Number(process.env["FUZZ_REQUESTS"] ?? 0)
const numRuns = asked > 0 ? Math.ceil(asked / properties) : count("fuzzRuns")
const patience = Math.max(300_000, numRuns * 500)
const settings = { numRuns }

/** Everything that a request must not change: all tables except the audit trail, the rate limits and read websites. */
const state = () =>
  run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'audit\\_%' and c.relname not in ('rate_limits', 'api_key_uses', 'website_facts')`
      const sums: Record<string, unknown> = {}
      for (const { name } of tables) {
        const [row] = yield* sql.unsafe<{ sum: string }>(
          `select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t
           ${name === "tasks" ? "where type <> 'website_facts'" : ""}`
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

/** An empty name, or one of dots, changes the path. */
const isAtItsPath = ({ path }: AnyOperation, request: Request): boolean =>
  new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(new URL(request.url).pathname)

/** For lists without a second page: the cursor of another list, which each must reject. */
const somebodysCursor = Buffer.from(JSON.stringify(["another-list", [1, 2]])).toString("base64url")

/** Checks that the response is an output of the operation, or a declared error with its status, and never a defect. */
const wellAnswered = (operation: AnyOperation, body: unknown, status: number | null): void => {
  const error = (body as { error?: { code?: ErrorCode; message?: string; doc_url?: string } } | null)?.error
  if (error === undefined) {
    if (status !== null) expect([200, 202]).toContain(status)
    return
  }
  expect(error.code).not.toBe("internal_error")
  expect(errorTable[error.code!]).toBeDefined()
  // Only declared errors occur. A tool can also receive too large a message.
  const promised = new Set<ErrorCode>([...errorsOf(operation), "payload_too_large"])
  expect([...promised]).toContain(error.code)
  if (status !== null) expect(status).toBe(errorTable[error.code!].status)
  expect(error.message).toMatch(/\w/)
  expect(error.doc_url).toContain(`/docs/errors#${error.code}`)
}

describe.each(operations.map((one) => [one.name, one] as const))("%s", (_, operation) => {
  const inputs = fc.oneof(validInput(operation), brokenInput(operation))

  it(
    "gives a valid response to any input over REST",
    async () => {
      await fc.assert(
        fc.asyncProperty(inputs, async (values) => {
          let request: Request
          try {
            request = restRequest(operation, values, owner)
          } catch {
            return // No HTTP client could send this: a lone surrogate in a path, a line break in a header.
          }
          const { body, status } = await sendRest(request)
          if (status === 404 && !isAtItsPath(operation, request)) return
          wellAnswered(operation, body, status)
        }),
        settings
      )
    },
    patience
  )

  it.skipIf(operation.tool === null)(
    "gives a valid response to any input as a tool",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(inputs, fc.jsonValue()), async (values) => {
          const { body } = await tellTool(toolRequest(operation.tool!, values, owner))
          wellAnswered(operation, body, null)
        }),
        settings
      )
    },
    patience
  )
})

describe.each(lists.map((one) => [one.name, one] as const))("%s", (_, operation) => {
  it(
    "gives a valid response to any cursor",
    async () => {
      const values = { ...(operation.example.input as object), limit: 1 }
      const { body } = await sendRest(restRequest(operation, values, owner))
      const given = (body as { next_cursor?: string | null }).next_cursor ?? somebodysCursor
      await fc.assert(
        fc.asyncProperty(forgedCursor(given), async (cursor) => {
          const { body, status } = await sendRest(restRequest(operation, { ...values, cursor }, owner))
          wellAnswered(operation, body, status)
        }),
        settings
      )
    },
    patience
  )
})

describe("the MCP protocol", () => {
  it(
    "gives a valid response to any message, with our own error texts",
    async () => {
      await fc.assert(
        fc.asyncProperty(protocolMessage, async (message) => {
          const response = await fetchMcp(mcpRequest(message, owner))
          expect([200, 202, 400, 413]).toContain(response.status)
          const text = await response.text()
          if (text === "") return
          const { error } = JSON.parse(text) as { error?: { message: string; code: number } }
          if (error === undefined) return
          expect(error.code).not.toBe(-32603)
          // A library's validation dump starts like this.
          expect(error.message).not.toMatch(/^\s*[[{]|"code":|invalid_type/)
        }),
        settings
      )
    },
    patience
  )
})
