import { afterEach, describe, expect, it, vi } from "vitest"
import { ConnectionError, infoOf, TimedOutError, UnreadableAnswerError } from "../src/runtime/errors.ts"
import { refreshingToken, SignInNeededError } from "../src/runtime/oauth.ts"
import { readJson, throwIfRefused } from "../src/runtime/read-response.ts"
import { delayAfter } from "../src/runtime/transport.ts"

const refused = (response: Response) =>
  throwIfRefused(response, infoOf(response, 1)).then(
    () => null,
    (error: Error) => error.message
  )
const read = (response: Response) => readJson(response, infoOf(response, 1))
const errorBody = (code: string) =>
  JSON.stringify({ error: { code, message: "No.", doc_url: "https://a.test" } })

describe("reading a response", () => {
  it.each([300, 302, 399])("reports the redirect of a %i and does not follow it", async (status) => {
    const moved = new Response(null, { status, headers: { location: "https://else.test/" } })
    expect(await refused(moved)).toContain("The URL redirects to https://else.test/")
    expect(await refused(new Response(null, { status }))).toContain("redirects to another one")
  })

  it("reports a redirect that a browser hides", async () => {
    const hidden = new Response(null, { status: 599 })
    Object.defineProperty(hidden, "type", { value: "opaqueredirect" })
    expect(await refused(hidden)).toContain("redirects to another one")
  })

  it("does not take other statuses for redirects", async () => {
    expect(await refused(new Response("", { status: 200 }))).toBeNull()
    expect(await refused(new Response("<html>", { status: 400 }))).toContain("not from Adwarden")
    expect(await refused(new Response(errorBody("not_found"), { status: 404 }))).toBe("No.")
  })

  it("throws the error of a refused status before it reads an object", async () => {
    await expect(read(new Response(errorBody("not_found"), { status: 404 }))).rejects.toMatchObject({
      code: "not_found"
    })
    await expect(read(new Response('{"campaigns":[]}', { status: 502 }))).rejects.toBeInstanceOf(
      UnreadableAnswerError
    )
    await expect(read(new Response("[1", { status: 200 }))).rejects.toBeInstanceOf(UnreadableAnswerError)
    expect(await read(new Response('{"a":1}'))).toEqual({ held: false, value: { a: 1 } })
    expect(await read(new Response(errorBody("approval_required"), { status: 202 }))).toMatchObject({
      held: true,
      value: { code: "approval_required" }
    })
  })
})

describe("the headers of a response", () => {
  const info = (headers: Record<string, string>) => infoOf(new Response(null, { headers }), 1)
  const limits = {
    "x-ratelimit-limit": "300",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "1700000000"
  }

  it("tell the rate limit when all three are there", () => {
    expect(info(limits).rateLimit).toEqual({
      limit: 300,
      remaining: 0,
      resetsAt: new Date("2023-11-14T22:13:20Z")
    })
    for (const name of Object.keys(limits)) {
      expect(info({ ...limits, [name]: " " }).rateLimit).toBeNull()
      expect(info({ ...limits, [name]: "many" }).rateLimit).toBeNull()
    }
  })

  it("tell the write quota when both are there", () => {
    const quota = { "x-writequota-limit": "1000", "x-writequota-remaining": "7" }
    expect(info(quota).writeQuota).toEqual({ limit: 1000, remaining: 7 })
    for (const name of Object.keys(quota)) expect(info({ ...quota, [name]: "" }).writeQuota).toBeNull()
  })

  it("tell when to try again, as seconds or as a date on the server's clock", () => {
    const date = "Tue, 14 Nov 2023 22:13:20 GMT"
    expect(info({ "retry-after": "0" }).retryAfter).toBe(0)
    expect(info({ "retry-after": "Tue, 14 Nov 2023 22:13:50 GMT", date }).retryAfter).toBe(30)
    expect(info({ "retry-after": "Tue, 14 Nov 2023 22:13:00 GMT", date }).retryAfter).toBe(0)
    expect(info({ "retry-after": "soon", date }).retryAfter).toBeNull()
    expect(info({ "idempotency-replayed": "true" }).replayed).toBe(true)
  })
})

describe("the delay before a retry", () => {
  const answered = (status: number, headers: Record<string, string> = {}) =>
    new UnreadableAnswerError("?", infoOf(new Response(null, { status, headers }), 1))
  const most = () => 1

  it("doubles up to eight seconds, with jitter", () => {
    const lost = new ConnectionError("?", null)
    expect([1, 2, 3, 4, 5, 6].map((attempt) => delayAfter(lost, attempt, most))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000
    ])
    expect(delayAfter(lost, 3, () => 0)).toBe(0)
  })

  it("is never shorter than the service asks for, and gives up beyond a minute", () => {
    expect(delayAfter(answered(503, { "retry-after": "60" }), 1, () => 0)).toBe(60_000)
    expect(delayAfter(answered(503, { "retry-after": "2" }), 1, most)).toBe(2500)
    expect(delayAfter(answered(503, { "retry-after": "61" }), 1, () => 0)).toBeNull()
  })

  it("is for what may pass, and for nothing else", () => {
    for (const status of [429, 502, 503, 504]) expect(delayAfter(answered(status), 1, most)).toBe(500)
    for (const status of [428, 430, 500, 501, 505, 200]) expect(delayAfter(answered(status), 1)).toBeNull()
    expect(delayAfter(new TimedOutError("attempt", 1), 1, most)).toBe(500)
    expect(delayAfter(new TimedOutError("whole", 1), 1)).toBeNull()
    expect(delayAfter(new Error("defect"), 1)).toBeNull()
  })
})

describe("a token that refreshes itself", () => {
  afterEach(() => void vi.restoreAllMocks())
  const now = Date.parse("2026-11-16T12:00:00Z")
  const source = (left: number, status = 200, body: object = { access_token: "new", expires_in: 600 }) => {
    vi.spyOn(Date, "now").mockReturnValue(now)
    const fetch = vi.fn(async () => Response.json(body, { status }))
    const onTokens = vi.fn()
    const token = refreshingToken({
      tokenEndpoint: "https://auth.test/oauth/token",
      clientId: "c",
      resource: "https://auth.test/v1",
      tokens: { accessToken: "old", refreshToken: "r1", expiresAt: now + left },
      fetch,
      onTokens
    })
    return { token, fetch, onTokens }
  }

  it("is kept while it has more than a minute left", async () => {
    const { fetch, token } = source(60_000)
    expect(await token({})).toBe("old")
    expect(fetch).not.toHaveBeenCalled()
  })

  it("is refreshed in its last minute, once for all who wait, and keeps its refresh token", async () => {
    const { fetch, onTokens, token } = source(59_999)
    expect(await Promise.all([token({}), token({})])).toEqual(["new", "new"])
    expect(fetch).toHaveBeenCalledOnce()
    expect(onTokens).toHaveBeenCalledWith({
      accessToken: "new",
      refreshToken: "r1",
      expiresAt: now + 600_000
    })
  })

  it("is refreshed when it was refused", async () => {
    expect(await source(3_600_000).token({ refused: "old" })).toBe("new")
  })

  it.each([400, 401])("needs a sign-in after a %i", async (status) => {
    await expect(source(0, status).token({})).rejects.toBeInstanceOf(SignInNeededError)
  })

  it.each([
    [402, { access_token: "new" }],
    [429, { access_token: "new" }],
    [200, {}]
  ])("reports an endpoint that gives no token, and keeps the login: %i", async (status, body) => {
    await expect(source(0, status, body).token({})).rejects.toBeInstanceOf(UnreadableAnswerError)
  })
})
