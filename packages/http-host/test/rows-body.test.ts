import { createServer, get, type Server } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { Effect, Logger, Stream } from "effect"
import { afterEach, expect, it } from "vitest"
import { operationByName, rowsWriterFor } from "../../core/src/contract/index.ts"
import { until } from "../../core/test/support/until.ts"
import { makeRowsBody } from "../src/respond.ts"

const operation = operationByName.get("audit.export")!
const headers = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" }
const logged: Array<string> = []
const listening = Logger.replace(
  Logger.defaultLogger,
  Logger.make(({ message }) => void logged.push(String(message)))
)

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts a host that responds with these rows, and returns its URL. */
const serve = async (rows: Stream.Stream<object>) => {
  const rowsBody = await Effect.runPromise(Effect.provide(makeRowsBody, listening))
  const writing = rowsWriterFor(operation, {}, { total: 1 })
  const listener = getRequestListener((_, { outgoing }) => {
    const sending = { requestId: "req_1", connection: { outgoing } }
    return new Response(rowsBody(writing, rows, sending), { headers })
  })
  server = createServer(listener)
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

const wide = { text: "x".repeat(100_000) }

it("rows are read as the client receives them, and no longer after it disconnects", async () => {
  let given = 0
  let ended = false
  const rows = Stream.repeatEffect(Effect.sync(() => ({ ...wide, n: given++ }))).pipe(
    Stream.rechunk(1),
    Stream.ensuring(
      Effect.sync(() => {
        ended = true
      })
    )
  )
  const address = await serve(rows)
  await new Promise<void>((resolve, reject) => {
    const request = get(address, (response) => {
      response.on("error", () => {})
      response.once("data", async () => {
        response.pause()
        // Rows are read until the buffers are full, then reading must wait.
        let before = -1
        await until("no more rows are requested", () => {
          const waits = given === before
          before = given
          return waits
        })
        expect(ended).toBe(false)
        request.destroy()
        resolve()
      })
    })
    request.on("error", reject)
  }).catch(() => {})
  await until("reading stopped", () => ended)
})

it.each([
  ["before the first row", Stream.empty],
  ["while a row waits to be sent", Stream.make(wide)],
  ["behind many", Stream.range(1, 200).pipe(Stream.as(wide), Stream.rechunk(7))]
])("aborts the transfer when reading fails %s, and logs the cause", async (_, before) => {
  logged.length = 0
  const address = await serve(Stream.concat(before, Stream.die(new Error("the disk is gone"))))
  const response = await fetch(address)
  expect(response.status).toBe(200)
  const outcome = await response.text().then(
    (text) => `whole: ${text.length}`,
    () => "aborted"
  )
  expect(outcome).toBe("aborted")
  expect(logged.join()).toMatch(/The response was aborted while it was sent.*the disk is gone/s)
})

it("fails the body when there is no connection to close", async () => {
  const rowsBody = await Effect.runPromise(Effect.provide(makeRowsBody, listening))
  const writing = rowsWriterFor(operation, { format: "csv" }, { total: 1 })
  const body = rowsBody(writing, Stream.die("gone"), { requestId: "req_2", connection: undefined })
  await expect(new Response(body).text()).rejects.toThrow("The response was aborted while it was sent: req_2")
})

it("completes a response without rows", async () => {
  expect(await (await fetch(await serve(Stream.empty))).json()).toEqual({ total: 1, events: [] })
})
