import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import {
  ConnectionError,
  InternalError,
  RateLimitedError,
  responseOf,
  TimedOutError,
  UnavailableError,
  UnfamiliarError,
  UnreadableAnswerError,
  WriteQuotaExceededError
} from "../src/index.ts"
import { ConnectionError as Lost, retryAfterIn } from "../src/runtime/errors.ts"
import { delayAfter } from "../src/runtime/transport.ts"
import { closeConnection, errorBody, neverRespond, respondWith, runRest, startHost } from "./support/host.ts"

const rest = await runRest()
const client = rest.clientOf("northwind", "owner")
const get = (options = {}) => client.campaigns.get("boiler-repair", options)
const failed = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error)

const counting = async (call: () => Promise<unknown>) => {
  const before = rest.seen.length
  const result = await call().catch((error: unknown) => error)
  rest.troubles.length = 0
  return { result, requests: rest.seen.length - before }
}

describe("retries transient failures", () => {
  it.each([
    ["a lost connection", closeConnection],
    [
      "a limit",
      respondWith(429, errorBody("rate_limited", { limit: 300, resets_at: "…" }), { "retry-after": "0" })
    ],
    ["an outage", respondWith(503, errorBody("unavailable"), { "retry-after": "0" })],
    ["a proxy's page", respondWith(502, "<html>Bad gateway</html>")]
  ])("%s", async (_, trouble) => {
    rest.injectFaults(trouble)
    const { requests, result } = await counting(() => get())
    expect(result).toMatchObject({ slug: "boiler-repair" })
    expect([requests, responseOf(result as object).attempts]).toEqual([2, 2])
  })

  it("stops after the given number of retries and throws the last failure", async () => {
    rest.injectFaults(closeConnection, closeConnection, closeConnection, closeConnection)
    const { requests, result } = await counting(() => get({ retries: 2 }))
    expect(result).toBeInstanceOf(ConnectionError)
    expect(result).toMatchObject({ code: "connection_failed", response: null, cause: expect.any(Error) })
    expect(requests).toBe(3)
  })

  it("an attempt that exceeds attemptTimeout", async () => {
    rest.injectFaults(neverRespond)
    const { requests, result } = await counting(() => get({ attemptTimeout: 2000, retries: 20 }))
    expect(result).toMatchObject({ slug: "boiler-repair" })
    expect(requests).toBeGreaterThanOrEqual(2)
  })
})

describe("does not retry other failures", () => {
  it.each([
    ["a defect", respondWith(500, errorBody("internal_error", { request_id: "req_1" })), InternalError],
    [
      "the daily quota",
      respondWith(429, errorBody("write_quota_exceeded", { limit: 1000, resets_at: "…" }), {
        "retry-after": "1"
      }),
      WriteQuotaExceededError
    ],
    [
      "a Retry-After of more than a minute",
      respondWith(429, errorBody("rate_limited"), { "retry-after": "3600" }),
      RateLimitedError
    ],
    ["an answer that is not the service's", respondWith(200, "<html>Hello</html>"), UnreadableAnswerError],
    ["a redirect", respondWith(302, "", { location: "https://elsewhere.example/" }), UnreadableAnswerError],
    [
      "an unknown error code",
      respondWith(418, errorBody("teapot", { brew: "green", stack: "x" })),
      UnfamiliarError
    ]
  ])("%s", async (_, trouble, Class) => {
    rest.injectFaults(trouble)
    const { requests, result } = await counting(() => get())
    expect(result).toBeInstanceOf(Class)
    expect(requests).toBe(1)
    if (result instanceof UnfamiliarError) {
      expect(result).toMatchObject({ code: "unfamiliar_error", service_code: "teapot", brew: "green" })
      expect(result.stack).toContain("UnfamiliarError")
    }
  })

  it("a Retry-After beyond the timeout of the call", async () => {
    rest.injectFaults(respondWith(503, errorBody("unavailable"), { "retry-after": "30" }))
    const { requests, result } = await counting(() => get({ timeout: 20_000 }))
    expect(result).toBeInstanceOf(UnavailableError)
    expect([requests, (result as UnavailableError).response.retryAfter]).toEqual([1, 30])
  })
})

it("retries what the page on idempotency says", async () => {
  const page = await readFile(new URL("../../../docs/concepts/idempotency.md", import.meta.url), "utf8")
  const rows = [...page.matchAll(/^\| (.*`\w+`.*?) \| .* \| (retries|throws)\b.* \|$/gm)]
  const told = rows.flatMap(([, codes, does]) =>
    [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => [code, does] as const)
  )
  expect(told.map(([code]) => code)).toEqual([
    "unavailable",
    "rate_limited",
    "write_quota_exceeded",
    "internal_error"
  ])
  for (const [code, does] of told) {
    rest.injectFaults(respondWith(503, errorBody(code!), { "retry-after": "0" }))
    const { requests } = await counting(() => get())
    expect([code, requests]).toEqual([code, does === "retries" ? 2 : 1])
  }
})

describe("timeouts and aborts", () => {
  it("a call ends at its timeout", async () => {
    rest.injectFaults(neverRespond)
    const { result } = await counting(() => get({ timeout: 300 }))
    expect(result).toBeInstanceOf(TimedOutError)
    expect(result).toMatchObject({
      code: "timed_out",
      limit: "whole",
      message: expect.stringContaining("300 ms")
    })
  })

  it("a signal aborts a request and the wait before a retry", async () => {
    const reason = new Error("The page was left")
    const controller = new AbortController()
    rest.injectFaults((request, response, serve) => {
      controller.abort(reason)
      return neverRespond(request, response, serve)
    })
    expect(await failed(get({ signal: controller.signal }))).toBe(reason)
    const second = new AbortController()
    rest.injectFaults((request, response, serve) => {
      setTimeout(() => second.abort(reason), 100)
      return respondWith(503, errorBody("unavailable"), { "retry-after": "50" })(request, response, serve)
    })
    const { requests, result } = await counting(() => get({ signal: second.signal }))
    expect([result, requests]).toEqual([reason, 1])
  })

  it("a signal that is already aborted sends nothing", async () => {
    const { requests, result } = await counting(() => get({ signal: AbortSignal.abort("no") }))
    expect([result, requests]).toEqual(["no", 0])
  })

  it("retries a response that ends early", async () => {
    const baseUrl = await startHost((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
      response.write('{"slug":')
      setTimeout(() => response.destroy(), 20)
    })
    const cut = rest.clientOf("northwind", "owner", { baseUrl, retries: 0 })
    expect(await failed(cut.campaigns.get("boiler-repair"))).toBeInstanceOf(ConnectionError)
  })
})

describe("the delay before a retry", () => {
  const lost = new Lost("lost", null)
  const told = (headers: Record<string, string>) => retryAfterIn(new Headers(headers))

  it("doubles up to eight seconds, with full jitter", () => {
    const most = [1, 2, 3, 4, 5, 6, 9].map((attempt) => delayAfter(lost, attempt, () => 1))
    expect(most).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
    expect(delayAfter(lost, 3, () => 0)).toBe(0)
  })

  it("is never shorter than Retry-After", async () => {
    rest.injectFaults(respondWith(503, errorBody("unavailable"), { "retry-after": "7" }))
    const error = await failed(get({ retries: 0 }))
    expect([delayAfter(error, 1, () => 0), delayAfter(error, 5, () => 1)]).toEqual([7000, 7500])
    expect(delayAfter(new Error("mine"), 1)).toBeNull()
  })

  it("reads Retry-After as seconds, or as a date by the service's clock", () => {
    expect(told({ "retry-after": "12" })).toBe(12)
    expect(
      told({ "retry-after": "Sun, 15 Nov 2026 10:00:30 GMT", date: "Sun, 15 Nov 2026 10:00:00 GMT" })
    ).toBe(30)
    expect(told({ "retry-after": new Date(Date.now() - 60_000).toUTCString() })).toBe(0)
    expect(told({ "retry-after": "soon" })).toBeNull()
    expect(told({})).toBeNull()
  })
})
