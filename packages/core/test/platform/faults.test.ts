import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { AdAccounts, type ReadFailure, taskFailure } from "../../src/platform/index.ts"
import { googleAds } from "../support/platforms.ts"
import { customerOf, RunningEmulator } from "./support/emulator.ts"
import { adapter, demoAccount, emulated } from "./support/platform.ts"
import { recordingHttp, textOf } from "./support/recording.ts"

const http = recordingHttp()
const { customerId } = customerOf("northwind")

const expired = { kind: "refused", times: 1, errorCode: { authenticationError: "OAUTH_TOKEN_EXPIRED" } }

const setting = Effect.gen(function* () {
  const platform = yield* googleAds
  const emulator = yield* RunningEmulator
  yield* emulator.control("DELETE", "faults")
  const account = yield* demoAccount("northwind")
  const campaign = (yield* platform.campaignByName(account, "Boiler repair"))!
  const mutates = () => http.to(":mutate").length
  return { platform, emulator, account, campaign, mutates }
})

layer(emulated({ retries: 2 }, http.layer), { excludeTestServices: true })("platform failures", (it) => {
  describe("quota", () => {
    it.effect("delays the write as long as the platform requests, and it is done once", () =>
      Effect.gen(function* () {
        const { account, campaign, emulator, mutates, platform } = yield* setting
        yield* emulator.fault({ kind: "quota", method: "mutate", times: 1, retryDelaySeconds: 1 })
        const before = mutates()
        const [took] = yield* Effect.timed(platform.setBudget(account, campaign.ref, 101))
        expect(mutates() - before).toBe(2)
        expect(Duration.toMillis(took)).toBeGreaterThan(1000)
        expect(yield* platform.campaign(account, campaign.ref)).toMatchObject({ budget: 101 })
      })
    )

    it.effect("fails with its delay if that exceeds the maximum", () =>
      Effect.gen(function* () {
        const { account, campaign, emulator, mutates, platform } = yield* setting
        yield* emulator.fault({ kind: "quota", method: "mutate", retryDelaySeconds: 3600 })
        const before = mutates()
        const failure = yield* Effect.flip(platform.setBudget(account, campaign.ref, 102))
        expect(failure).toMatchObject({ _tag: "PlatformUnreachable", retryAfterMillis: 3_600_000 })
        expect(mutates() - before).toBe(1)
      })
    )
  })

  it.effect("keeps the platform's message of a refusal and does not retry", () =>
    Effect.gen(function* () {
      const { account, campaign, emulator, mutates, platform } = yield* setting
      yield* emulator.fault({ kind: "refused", method: "mutate", times: 1, message: "Not on a Sunday." })
      const before = mutates()
      const failure = yield* Effect.flip(platform.setState(account, campaign.ref, "paused"))
      expect(failure).toMatchObject({
        _tag: "PlatformRefused",
        code: "mutateError.MUTATE_NOT_ALLOWED",
        message: "Not on a Sunday."
      })
      expect(failure).toHaveProperty("requestId")
      expect(mutates() - before).toBe(1)
      const told = taskFailure(failure as ReadFailure)
      expect(told.reason).toBe("google_ads_refused")
      expect(told.message).toContain("Not on a Sunday.")
    })
  )

  it.effect("reports required setup for an account that is not enabled", () =>
    Effect.gen(function* () {
      const { account, emulator, platform } = yield* setting
      const errorCode = { authorizationError: "CUSTOMER_NOT_ENABLED" }
      yield* emulator.fault({ kind: "refused", method: "search", times: 1, errorCode })
      const failure = yield* Effect.flip(platform.details(account))
      expect(failure._tag).toBe("SetupRequired")
      expect(taskFailure(failure).reason).toBe("setup_required")
    })
  )

  it.effect("leaves out items that are already in the requested state, and sends the rest again", () =>
    Effect.gen(function* () {
      const { account, campaign, emulator, mutates, platform } = yield* setting
      const parent = { campaign: campaign.ref }
      const add = (text: string) => ({ do: "add_negative", parent, text, match: "exact" }) as const
      const [there, replaced] = yield* platform.mutate(account, [add("there already"), add("put back")])
      yield* emulator.fault({
        kind: "refused",
        method: "mutate",
        times: 1,
        errorCode: { mutateError: "RESOURCE_ALREADY_EXISTS" }
      })
      const before = mutates()
      const names = yield* platform.mutate(account, [
        add("There already"),
        add("not there yet"),
        // Removed by the same request, so it must be added after all.
        { do: "remove", ref: replaced! },
        add("put back")
      ])
      expect(mutates() - before).toBe(2)
      const [first, second] = http.to(":mutate").slice(-2).map(textOf)
      expect(first).toContain("There already")
      expect(second).not.toContain("There already")
      expect(second).toContain("not there yet")
      expect([names[0], names[2], names[3]]).toEqual([there, replaced, replaced])
      const texts = (yield* platform.negatives(account, parent)).map(({ text }) => text)
      expect(texts).toEqual(expect.arrayContaining(["there already", "not there yet", "put back"]))
    })
  )

  describe("a missing response", () => {
    it.effect("after the write: the outcome is unknown, nothing is retried, and reading back shows it", () =>
      Effect.gen(function* () {
        const { account, campaign, emulator, mutates, platform } = yield* setting
        yield* emulator.fault({ kind: "lost", method: "mutate", times: 1 })
        const before = mutates()
        const failure = yield* Effect.flip(platform.setBudget(account, campaign.ref, 111))
        expect(failure._tag).toBe("OutcomeUnknown")
        expect(mutates() - before).toBe(1)
        expect((yield* platform.campaign(account, campaign.ref))?.budget).toBe(111)
      })
    )

    it.effect("before the write: the outcome is unknown, and reading back shows that it was not done", () =>
      Effect.gen(function* () {
        const { account, campaign, emulator, platform } = yield* setting
        yield* emulator.fault({ kind: "lost", when: "before", method: "mutate", times: 1 })
        const parent = { campaign: campaign.ref }
        const failure = yield* Effect.flip(
          platform.mutate(account, [{ do: "add_negative", parent, text: "lost in time", match: "exact" }])
        )
        expect(failure._tag).toBe("OutcomeUnknown")
        const texts = (yield* platform.negatives(account, parent)).map(({ text }) => text)
        expect(texts).not.toContain("lost in time")
      })
    )

    it.effect("of a created campaign: it is found by its name", () =>
      Effect.gen(function* () {
        const { account, emulator, platform } = yield* setting
        yield* emulator.fault({ kind: "lost", method: "mutate", times: 1 })
        const draft = { name: "Found again", state: "paused", budget: 5, locations: [], ads: [] } as const
        expect((yield* Effect.flip(platform.createCampaign(account, draft)))._tag).toBe("OutcomeUnknown")
        expect(yield* platform.campaignByName(account, "Found again")).toMatchObject({ budget: 5 })
      })
    )

    it.effect("of a read: it is retried", () =>
      Effect.gen(function* () {
        const { account, emulator, platform } = yield* setting
        yield* emulator.fault({ kind: "lost", method: "search", times: 2 })
        expect((yield* platform.details(account)).currency).toBe("USD")
      })
    )
  })

  it.effect("retries a read after an internal error, and reports a write as unknown", () =>
    Effect.gen(function* () {
      const { account, campaign, emulator, mutates, platform } = yield* setting
      yield* emulator.fault({ kind: "internal", method: "search", times: 2 })
      yield* platform.details(account)
      yield* emulator.fault({ kind: "internal", method: "mutate", times: 1 })
      const before = mutates()
      const failure = yield* Effect.flip(platform.rename(account, campaign.ref, "Never"))
      expect(failure._tag).toBe("OutcomeUnknown")
      expect(mutates() - before).toBe(1)
    })
  )

  it.effect("treats a timeout as a missing response", () =>
    Effect.gen(function* () {
      const { account, campaign, emulator } = yield* setting
      // A short timeout in these two calls only: elsewhere a busy machine must not look like a slow platform.
      const platform = yield* Effect.provide(googleAds, adapter({ timeoutMillis: 1200, retries: 2 }))
      yield* emulator.fault({ kind: "slow", delayMilliseconds: 30_000, method: "search" })
      const read = yield* Effect.flip(platform.details(account))
      expect(read._tag).toBe("PlatformUnreachable")
      expect(taskFailure(read).reason).toBe("task_error")
      yield* emulator.control("DELETE", "faults")
      yield* emulator.fault({ kind: "slow", delayMilliseconds: 30_000, method: "mutate", times: 1 })
      const write = yield* Effect.flip(platform.setState(account, campaign.ref, "live"))
      expect(write._tag).toBe("OutcomeUnknown")
    })
  )

  it.effect("treats a write as unsent if the token server fails", () =>
    Effect.gen(function* () {
      const { account, emulator, mutates, platform } = yield* setting
      yield* emulator.fault({ ...expired, method: "mutate" })
      yield* emulator.fault({ kind: "internal", method: "token" })
      const before = mutates()
      const failure = yield* Effect.flip(
        platform.mutate(account, [{ do: "add_keyword", ad: "x", text: "a", match: "exact" }])
      )
      expect(failure).toMatchObject({ _tag: "PlatformUnreachable" })
      expect(mutates() - before).toBe(1)
    })
  )

  it.effect("replaces an expired token transparently", () =>
    Effect.gen(function* () {
      const { account, emulator, platform } = yield* setting
      yield* emulator.fault({ ...expired, method: "search" })
      const before = http.to("/token").length
      expect((yield* platform.details(account)).currency).toBe("USD")
      expect(http.to("/token").length - before).toBe(1)
    })
  )

  it.effect("replaces it once: a second refusal is final, and asks for no third token", () =>
    Effect.gen(function* () {
      const { account, emulator, platform } = yield* setting
      yield* emulator.fault({ ...expired, times: 20, method: "search" })
      const [tokens, searches] = [http.to("/token").length, http.to("search").length]
      expect(yield* Effect.flip(platform.details(account))).toMatchObject({
        _tag: "PlatformRefused",
        code: "authenticationError"
      })
      expect([http.to("/token").length - tokens, http.to("search").length - searches]).toEqual([1, 2])
    })
  )

  it.effect("reports and stores a revoked login, and does not use it again", () =>
    Effect.gen(function* () {
      const { account, emulator, platform } = yield* setting
      const sql = yield* SqlClient.SqlClient
      yield* emulator.control("POST", `logins/${customerOf("northwind").login.refreshToken}/revoke`)
      const failure = yield* Effect.flip(platform.setState(account, "x", "live"))
      expect(failure).toMatchObject({ _tag: "ConnectionBroken", code: "OAUTH_TOKEN_REVOKED" })
      expect(taskFailure(failure as ReadFailure).reason).toBe("google_ads_connection_broken")
      const [login] = yield* sql<{ state: string; broken_reason: string }>`
          select state, broken_reason from ad_platform_logins`
      expect(login).toMatchObject({ state: "broken", broken_reason: expect.stringContaining("REVOKED") })
      const sent = http.sent.length
      const accounts = yield* AdAccounts
      const again = yield* Effect.flip(accounts.get(account.organizationId, customerId))
      expect(again._tag).toBe("ConnectionBroken")
      expect(http.sent.length).toBe(sent)
      yield* emulator.control("POST", `logins/${customerOf("northwind").login.refreshToken}/restore`)
      // Connecting it again fixes it.
      yield* platform.details(yield* demoAccount("northwind"))
    })
  )
})

/** A port without a listener. */
const silentPort = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
})

layer(emulated({ baseUrl: `http://127.0.0.1:${silentPort}` }), { excludeTestServices: true })(
  "an unreachable platform",
  (it) => {
    it.effect("sends nothing, so the write can be retried safely", () =>
      Effect.gen(function* () {
        const platform = yield* googleAds
        const account = yield* demoAccount("northwind")
        const failure = yield* Effect.flip(platform.setState(account, "x", "paused"))
        expect(failure).toMatchObject({
          _tag: "PlatformUnreachable",
          message: expect.stringContaining("ECONNREFUSED")
        })
      })
    )
  }
)
