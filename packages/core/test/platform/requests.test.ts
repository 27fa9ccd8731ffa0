import * as HttpClient from "@effect/platform/HttpClient"
import type { HttpClientRequest } from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { expect, it } from "@effect/vitest"
import { Chunk, Duration, Effect, Layer, Redacted, Stream } from "effect"
import {
  AdPlatforms,
  GoogleAds,
  type GoogleAdsOptions,
  type Platform,
  PlatformLogins
} from "../../src/platform/index.ts"
import { googleAds } from "../support/platforms.ts"

/** A platform with canned responses: only the requests matter here. */
const canned = (
  answer: (request: HttpClientRequest, body: string) => unknown,
  changes: Partial<GoogleAdsOptions> = {}
) => {
  const http = HttpClient.make((request) => {
    const body = request.body._tag === "Uint8Array" ? Buffer.from(request.body.body).toString() : ""
    const content = request.url.endsWith("/token")
      ? { access_token: "t", expires_in: 3600 }
      : answer(request, body)
    return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(JSON.stringify(content))))
  })
  const logins = Layer.succeed(PlatformLogins, {
    candidate: (organizationId, { email }) => ({
      platform: "google_ads",
      organizationId,
      loginId: 0,
      email,
      client: "web",
      sealedToken: new Uint8Array()
    }),
    connect: () => Effect.succeed(1),
    refreshToken: () => Effect.succeed(Redacted.make("r")),
    markBroken: () => Effect.void
  })
  const adapter = GoogleAds.make({
    clientId: "c",
    clientSecret: Redacted.make("s"),
    baseUrl: "https://ads.test/",
    tokenUrl: "https://login.test/token",
    ...changes
  })
  return AdPlatforms.layer(adapter).pipe(
    Layer.provide(Layer.merge(logins, Layer.succeed(HttpClient.HttpClient, http)))
  )
}

const account = (more: Partial<Platform.AdAccount> = {}): Platform.AdAccount => ({
  organizationId: 1,
  accountId: "123",
  customerId: "123",
  loginCustomerId: null,
  timeZone: "UTC",
  currency: "USD",
  login: {
    platform: "google_ads",
    organizationId: 1,
    loginId: 1,
    email: null,
    client: "web",
    sealedToken: new Uint8Array()
  },
  ...more
})

it.live("reads a query to its last page", () => {
  const row = (date: string) => ({
    campaign: { resourceName: "c" },
    segments: { date },
    // Default values are omitted.
    metrics: { clicks: "3", costMicros: "9007199254740991" }
  })
  const pages: Record<string, object> = {
    "": { results: [row("2026-01-01"), row("2026-01-02")], nextPageToken: "two" },
    two: { nextPageToken: "three" },
    three: { results: [row("2026-01-03")], requestId: "x", fieldMask: "y" }
  }
  const layer = canned((_request, body) => pages[JSON.parse(body).pageToken ?? ""])
  return Effect.gen(function* () {
    const platform = yield* googleAds
    const days = yield* Stream.runCollect(
      platform.campaignDays(account(), { from: "2026-01-01", to: "2026-01-03" })
    )
    expect(Chunk.toReadonlyArray(days).map(({ date }) => date)).toEqual([
      "2026-01-01",
      "2026-01-02",
      "2026-01-03"
    ])
    expect(Chunk.unsafeHead(days)).toMatchObject({
      impressions: 0,
      clicks: 3,
      costMicros: 9007199254740991,
      conversions: 0
    })
  }).pipe(Effect.provide(layer))
})

it.live("sends version, manager and developer token as configured, and omits missing ones", () => {
  const seen: Array<HttpClientRequest> = []
  const answer = (request: HttpClientRequest) => {
    seen.push(request)
    return { results: [{ customer: { currencyCode: "USD" } }] }
  }
  const ask = (who: Platform.AdAccount, changes: Partial<GoogleAdsOptions>) =>
    Effect.flatMap(googleAds, (platform) => platform.details(who)).pipe(
      Effect.provide(canned(answer, changes))
    )
  return Effect.gen(function* () {
    yield* ask(account(), {})
    yield* ask(account({ loginCustomerId: "999" }), { version: "v26", developerToken: Redacted.make("d") })
    const [plain, full] = seen
    expect(plain!.url).toBe("https://ads.test/v25/customers/123/googleAds:search")
    expect(plain!.headers).not.toHaveProperty("developer-token")
    expect(plain!.headers).not.toHaveProperty("login-customer-id")
    expect(full!.url).toContain("/v26/")
    expect(full!.headers).toMatchObject({
      "developer-token": "d",
      "login-customer-id": "999",
      authorization: "Bearer t"
    })
  })
})

it.live("limits requests per second across all callers", () =>
  Effect.gen(function* () {
    const platform = yield* googleAds
    const [took] = yield* Effect.timed(
      Effect.all(
        Array.from({ length: 50 }, () => platform.details(account())),
        { concurrency: "unbounded" }
      )
    )
    expect(Duration.toMillis(took)).toBeGreaterThan(1200)
  }).pipe(Effect.provide(canned(() => ({ results: [] }), { requestsPerSecond: 20 })))
)
