import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { httpHeaders } from "../../src/pipeline/finish-request.ts"
import { call } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const limits = { rateLimit: 40, anonymousRateLimit: 10 }
const demo = await runCore(limits)
const secondHost = ManagedRuntime.make(coreOn(demo.url, limits))
afterAll(() => secondHost.dispose())

const refresh = (when: string) =>
  demo.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`update rate_limits set refreshed_at = ${when}`))
  )
/** From now on the existing buckets do not refill, however long a test takes. */
const stopTime = () => refresh("now() + interval '1 hour'")
const secondsLater = (seconds: number) => refresh(`now() - interval '${seconds} seconds'`)

const statuses = (answers: ReadonlyArray<{ status: number }>, status: number) =>
  answers.filter((answer) => answer.status === status).length

describe("the rate limit", () => {
  it("holds across hosts for one credential, and does not affect others", async () => {
    const key = demo.keys["northwind"]!.admin!
    const burst = Effect.forEach(Array.from({ length: 60 }), () => call("organizations.get", key), {
      concurrency: 30
    })
    expect((await demo.run(call("organizations.get", key))).status).toBe(200)
    await stopTime()
    const answers = (await staggered([demo.run, secondHost.runPromise].map((run) => () => run(burst)))).flat()
    expect(statuses(answers, 200)).toBe(limits.rateLimit - 1)
    expect(statuses(answers, 429)).toBe(120 - (limits.rateLimit - 1))
    expect((await demo.run(call("organizations.get", demo.keys["northwind"]!.owner!))).status).toBe(200)
  })

  it("reports the remainder and when to retry", async () => {
    const key = demo.keys["fabrikam"]!.admin!
    const first = await demo.run(call("organizations.get", key))
    expect(first.rateLimit).toMatchObject({ limit: 40, remaining: 39 })
    await stopTime()
    const second = await secondHost.runPromise(call("organizations.get", key))
    expect(second.rateLimit).toMatchObject({ limit: 40, remaining: 38 })
    // Two tokens take three seconds. A slow machine only lowers this.
    expect(second.rateLimit!.reset - Date.now() / 1000).toBeLessThan(5)
    const answers = await demo.run(
      Effect.forEach(Array.from({ length: 50 }), () => call("organizations.get", key), { concurrency: 50 })
    )
    const refused = answers.find((answer) => answer.error !== null)!
    expect(refused.error).toMatchObject({ _tag: "rate_limited", limit: 40, retryAfter: expect.any(Number) })
    const headers = httpHeaders(refused, "")
    expect(headers).toMatchObject({ "X-RateLimit-Limit": "40", "X-RateLimit-Remaining": "0" })
    expect(Number(headers["Retry-After"])).toBeGreaterThanOrEqual(1)
    expect(Number(headers["Retry-After"])).toBeLessThanOrEqual(3)
    const remaining = answers.flatMap((answer) =>
      answer.error === null ? [answer.rateLimit!.remaining] : []
    )
    expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 38 }, (_, n) => n))
  })

  it("is lower for an IP address without a known credential, and counts guesses too", async () => {
    const knock = (token: string | null) => call("organizations.get", token, {}, { ip: "198.51.100.7" })
    expect((await demo.run(knock(null))).status).toBe(401)
    await stopTime()
    const answers = await demo.run(
      Effect.forEach(
        Array.from({ length: 11 }, (_, n) => (n % 2 ? null : "svc_live_guess")),
        knock,
        { concurrency: 11 }
      )
    )
    expect(statuses(answers, 401)).toBe(9)
    expect(statuses(answers, 429)).toBe(2)
    expect((await demo.run(call("organizations.get", null, {}, { ip: "198.51.100.8" }))).status).toBe(401)
    // A valid credential from the same IP address is not subject to the address's limit.
    const own = call("organizations.get", demo.keys["contoso"]!.owner!, {}, { ip: "198.51.100.7" })
    expect((await demo.run(own)).status).toBe(200)
  })

  it("refills with time", async () => {
    const key = demo.keys["wingtip"]!.owner!
    const ask = async () => (await demo.run(call("organizations.get", key))).status
    await ask()
    await stopTime()
    await demo.run(
      Effect.forEach(Array.from({ length: 39 }), () => call("organizations.get", key), { concurrency: 39 })
    )
    expect(await ask()).toBe(429)
    await secondsLater(2)
    expect(await ask()).toBe(200)
  })
})
