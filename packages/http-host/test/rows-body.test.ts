import { createServer, get, type Server } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { Effect, Logger, Stream } from "effect"
import { afterEach, expect, it } from "vitest"
import { operationByName, rowsWriterFor } from "../../core/src/contract/index.ts"
import { until } from "../../core/test/support/until.ts"
import { makeRowsBody } from "../src/rows-body.ts"

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

/** A host whose every answer has these rows; answers its address. */
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

it("rows are asked for as they are taken, and no longer than somebody takes them", async () => {
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
        // What fits into the buffers on the way is asked for; then it has to wait, however long.
        let before = -1
        await until("nothing more is asked for", () => {
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
  await until("nothing is read any more", () => ended)
})

it.each([
  ["before the first row", Stream.empty],
  ["while a row waits to be sent", Stream.make(wide)],
  ["behind many", Stream.range(1, 200).pipe(Stream.as(wide), Stream.rechunk(7))]
])("rows that end early break the transfer, %s, and the cause is in the log", async (_, before) => {
  logged.length = 0
  const address = await serve(Stream.concat(before, Stream.die(new Error("the disk is gone"))))
  const response = await fetch(address)
  expect(response.status).toBe(200)
  const outcome = await response.text().then(
    (text) => `whole: ${text.length}`,
    () => "broken off"
  )
  expect(outcome).toBe("broken off")
  expect(logged.join()).toMatch(/An answer broke off while it was sent.*the disk is gone/s)
})

it("also where there is no connection to break: the body fails", async () => {
  const rowsBody = await Effect.runPromise(Effect.provide(makeRowsBody, listening))
  const writing = rowsWriterFor(operation, { format: "csv" }, { total: 1 })
  const body = rowsBody(writing, Stream.die("gone"), { requestId: "req_2", connection: undefined })
  await expect(new Response(body).text()).rejects.toThrow("An answer broke off while it was sent: req_2")
})

it("an answer without rows is whole", async () => {
  expect(await (await fetch(await serve(Stream.empty))).json()).toEqual({ total: 1, events: [] })
})
