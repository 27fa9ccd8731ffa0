import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Adwarden, type TimedOutError, type WithApiKey } from "../src/index.ts"
import { advanceUntilSettled } from "./support/fake-timers.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  vi.spyOn(Math, "random").mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A client of a service that never responds, and the milliseconds at which it sent its requests. */
const unanswered = (options: Partial<WithApiKey> = {}) => {
  const start = performance.now()
  const sentAt: Array<number> = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    sentAt.push(performance.now() - start)
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new Error("Aborted")))
    })
  }
  return { client: new Adwarden({ apiKey: "svc_live_x", fetch, ...options }), sentAt, start }
}

/** Calls until the failure. Returns its limit, its time and the times of the attempts. */
const failureOf = async (
  options: Partial<WithApiKey>,
  perCall: { readonly timeout?: number; readonly attemptTimeout?: number; readonly retries?: number } = {}
) => {
  const { client, sentAt, start } = unanswered(options)
  const failed = client.organizations.get(perCall).catch((error: unknown) => error)
  const { limit, message } = (await advanceUntilSettled(failed)) as TimedOutError
  return { limit, message, at: performance.now() - start, sentAt }
}

describe("without a response, a call", () => {
  it("ends an attempt after 60 s and itself after 120 s, unless told otherwise", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5)
    expect(await failureOf({})).toMatchObject({
      limit: "whole",
      at: 120_000,
      sentAt: [0, 60_250]
    })
  })

  it("has no limit of its own with a timeout of 0", async () => {
    const failure = await failureOf({ timeout: 0, retries: 3 })
    expect(failure).toMatchObject({ limit: "attempt", at: 240_000, sentAt: [0, 60_000, 120_000, 180_000] })
  })

  it("has a single limit with an attemptTimeout of 0", async () => {
    expect(await failureOf({ attemptTimeout: 0 })).toMatchObject({ limit: "whole", at: 120_000, sentAt: [0] })
  })

  it("accepts a limit of one millisecond", async () => {
    expect(await failureOf({ retries: 1 }, { attemptTimeout: 1 })).toMatchObject({
      limit: "attempt",
      at: 2,
      sentAt: [0, 1]
    })
    expect(await failureOf({}, { timeout: 1 })).toMatchObject({ limit: "whole", at: 1, sentAt: [0] })
  })

  it("names the attempt's limit if both are equal, and the call's if that is shorter", async () => {
    expect(await failureOf({ timeout: 500, attemptTimeout: 500 })).toMatchObject({
      limit: "attempt",
      at: 500
    })
    expect(await failureOf({ timeout: 499, attemptTimeout: 500 })).toMatchObject({ limit: "whole", at: 499 })
  })

  it("uses the limits of the call before those of the client", async () => {
    const client = { timeout: 50_000, attemptTimeout: 20_000, retries: 0 }
    expect(await failureOf(client, { attemptTimeout: 7000 })).toMatchObject({ at: 7000, sentAt: [0] })
    expect(await failureOf(client, { retries: 1 })).toMatchObject({ at: 40_000, sentAt: [0, 20_000] })
    expect(await failureOf(client, { timeout: 3000 })).toMatchObject({
      at: 3000,
      message: "No response within 3000 ms (timeout)."
    })
  })
})

describe("a call that has ended", () => {
  /** A signal, and how many listeners it has. */
  const watchedSignal = () => {
    const { signal } = new AbortController()
    const listeners = new Set<unknown>()
    const watched = vi
      .spyOn(signal, "addEventListener")
      .mockImplementation((_, listener) => void listeners.add(listener))
    vi.spyOn(signal, "removeEventListener").mockImplementation(
      (_, listener) => void listeners.delete(listener)
    )
    return { signal, listeners, watched }
  }

  it.each([
    ["with a response", async () => Response.json({ slug: "northwind" })],
    [
      "with an error",
      async () => Response.json({ error: { code: "not_found", message: "No." } }, { status: 404 })
    ],
    ["without a response", async () => Promise.reject(new TypeError("fetch failed"))]
  ])("%s leaves no timer and no listener behind", async (_, fetch) => {
    const { listeners, signal, watched } = watchedSignal()
    const client = new Adwarden({ apiKey: "svc_live_x", fetch, retries: 0 })
    await client.organizations.get({ signal }).catch(() => undefined)
    expect(vi.getTimerCount()).toBe(0)
    expect(watched).toHaveBeenCalledOnce()
    expect(listeners.size).toBe(0)
  })

  it("as a stream leaves none behind either, and has no limit while it is read", async () => {
    const { listeners, signal } = watchedSignal()
    const fetch = async () => new Response("a,b")
    const client = new Adwarden({ apiKey: "svc_live_x", fetch })
    const stream = await client.audit.export({}, { signal }).stream("csv")
    expect(vi.getTimerCount()).toBe(0)
    expect(listeners.size).toBe(1)
    expect(await new Response(stream).text()).toBe("a,b")
    expect(listeners.size).toBe(0)
  })
})
