import { describe, expect, it } from "vitest"
import { type AuditEvent, ConnectionError, responseOf } from "../src/index.ts"
import { jsonItems } from "../src/runtime/download.ts"
import { errorBody, respondWith, runRest, startHost } from "./support/host.ts"

const rest = await runRest()

const eventOf = (n: number) => ({ id: `aud_${n}`, operation: `say "[{,\\ ${n}"`, path: "/v1/ünïcode ✓" })
const clientOn = (baseUrl: string) => rest.clientOf("northwind", "owner", { baseUrl, retries: 0 })

/** Responds in chunks that split anywhere, even inside a character. */
const slowly = (text: string, size: number, headers = {}) =>
  startHost(async (_, response) => {
    const bytes = Buffer.from(text)
    response.writeHead(200, { "content-type": "application/json", "x-request-id": "req_1", ...headers })
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size))
      await new Promise((done) => setImmediate(done))
    }
    response.end()
  })

describe("audit.export", () => {
  const client = rest.clientOf("northwind", "owner")

  it("returns events one by one, as a whole, and as CSV with its totals in the headers", async () => {
    await client.campaigns.get("boiler-repair")
    const operations: Array<string | null> = []
    for await (const event of client.audit.export()) operations.push(event.operation)
    expect(operations).toContain("campaigns.get")
    const whole = await client.audit.export().json()
    expect(whole.events.length).toBe(whole.total)
    expect(whole.total).toBeGreaterThan(0)
    const stream = await client.audit.export().stream("csv")
    const csv = await new Response(stream).text()
    expect(csv.split("\r\n")[0]).toBe(Object.keys(whole.events[0]!).join(","))
    expect(Number(responseOf(stream).headers.get("x-audit-total"))).toBeGreaterThanOrEqual(whole.total)
  })

  it("requires the owner role", async () => {
    const member = rest.clientOf("northwind", "member").audit.export()
    await expect(member.json()).rejects.toMatchObject({ code: "role_denied", required_role: "owner" })
  })
})

describe("a download", () => {
  const events = Array.from({ length: 12 }, (_, n) => eventOf(n))
  const text = JSON.stringify({ total: 12, head: "}],", events, more: [1] }, null, 1)

  it.each([1, 7, 64, 100_000])("yields items from chunks of %i bytes", async (size) => {
    const client = clientOn(await slowly(text, size))
    const seen: Array<AuditEvent> = []
    for await (const event of client.audit.export({ from: "2026-01-01" })) seen.push(event)
    expect(seen).toEqual(events)
  })

  it("returns the whole response, its text, and a stream with its headers", async () => {
    const download = clientOn(await slowly(text, 64, { "x-audit-head": "abc" })).audit.export()
    expect(await download.json()).toMatchObject({ total: 12, events: { length: 12 } })
    expect(responseOf(await download.json()).requestId).toBe("req_1")
    expect(await download.text("csv")).toBe(text)
    const stream = await download.stream("csv")
    expect(responseOf(stream).headers.get("x-audit-head")).toBe("abc")
    expect(await new Response(stream).text()).toBe(text)
  })

  it("requests JSON by default, and another format where it is named", async () => {
    const formats: Array<string | null> = []
    const baseUrl = await startHost((request, response) => {
      formats.push(new URL(request.url!, "http://x").searchParams.get("format"))
      response.end(text)
    })
    const download = clientOn(baseUrl).audit.export()
    const drain = async (chunks: AsyncIterable<unknown>) => {
      for await (const _ of chunks);
    }
    await drain(download)
    await download.json()
    await download.text()
    await drain(download.bytes())
    await new Response(await download.stream()).text()
    expect(formats).toEqual(["json", "json", "json", "json", "json"])
    await download.text("csv")
    await drain(download.bytes("csv"))
    await new Response(await download.stream("csv")).text()
    expect(formats.slice(5)).toEqual(["csv", "csv", "csv"])
  })

  it("yields each item before the next arrives", async () => {
    let go = () => {}
    const second = new Promise<void>((resolve) => {
      go = resolve
    })
    const baseUrl = await startHost(async (_, response) => {
      response.write('{"events":[{"id":"first"},')
      await second
      response.end('{"id":"second"}]}')
    })
    const seen: Array<string> = []
    for await (const event of clientOn(baseUrl).audit.export()) {
      seen.push(event.id)
      go()
    }
    expect(seen).toEqual(["first", "second"])
  })

  it("closes the connection when its reader stops", async () => {
    let closed = false
    const baseUrl = await startHost(async (_, response) => {
      response.on("close", () => {
        closed = true
      })
      response.write('{"events":[{"id":"first"},')
    })
    for await (const _ of clientOn(baseUrl).audit.export()) break
    await expect.poll(() => closed).toBe(true)
  })

  it("throws ConnectionError when the response ends early, and the service's error when it is rejected", async () => {
    const cut = await startHost((_, response) => {
      response.write('{"events":[{"id":"first"},')
      setTimeout(() => response.destroy(), 50)
    })
    const read = async (baseUrl: string) => {
      for await (const _ of clientOn(baseUrl).audit.export());
    }
    await expect(read(cut)).rejects.toBeInstanceOf(ConnectionError)
    const refused = await startHost((request, response) =>
      respondWith(403, errorBody("role_denied", { required_role: "owner" }))(
        request,
        response,
        async () => undefined
      )
    )
    await expect(read(refused)).rejects.toMatchObject({ code: "role_denied", required_role: "owner" })
    await expect(clientOn(refused).audit.export().text("csv")).rejects.toMatchObject({ code: "role_denied" })
  })

  it("is aborted by its signal", async () => {
    const controller = new AbortController()
    const baseUrl = await startHost((_, response) => void response.write('{"events":[{"id":"first"},'))
    const read = async () => {
      for await (const _ of clientOn(baseUrl).audit.export({}, { signal: controller.signal })) {
        controller.abort(new Error("Enough"))
      }
    }
    await expect(read()).rejects.toThrow("Enough")
  })
})

describe("jsonItems", () => {
  const itemsIn = async (text: string) => {
    const seen: Array<unknown> = []
    const pieces = (async function* () {
      yield* text
    })()
    for await (const item of jsonItems(pieces, "events")) seen.push(item)
    return seen
  }

  it.each([
    ['{"events":[]}', []],
    [
      '{ "a": {"events":[9]}, "events" : [ 1 , "x,]" , null, [2,[3]], {"events":[4]} ] }',
      [1, "x,]", null, [2, [3]], { events: [4] }]
    ],
    ['{"b":"\\"events\\":[","c":[[],{}],"events":[true]}', [true]]
  ])("parses %s", async (text, items) => {
    expect(await itemsIn(text)).toEqual(items)
  })

  it.each(['{"total":0}', '{"events":[1', ""])("rejects %s as incomplete", async (text) => {
    await expect(itemsIn(text)).rejects.toBeInstanceOf(SyntaxError)
  })
})
