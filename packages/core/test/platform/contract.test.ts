import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Redacted } from "effect"
import { describe, it } from "vitest"
import { AdAccounts, AdPlatforms, GoogleAds } from "../../src/platform/index.ts"
import { contract } from "./support/contract.ts"
import { demoAccount, emulated, link, storage } from "./support/platform.ts"

const { env } = process

contract({ name: "emulated", layer: emulated(), account: demoAccount("northwind") })

const wanted = ["CLIENT_ID", "CLIENT_SECRET", "REFRESH_TOKEN", "TEST_CUSTOMER_ID"].map(
  (name) => `GOOGLE_ADS_${name}`
)
const missing = wanted.filter((name) => !env[name])

if (missing.length > 0) {
  describe("the real platform", () => {
    it.skip(`is skipped: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set`, () => {})
  })
} else {
  const [clientId, clientSecret, refreshToken, customerId] = wanted.map((name) => env[name]!)
  const adapter = GoogleAds.make({
    clientId: clientId!,
    clientSecret: Redacted.make(clientSecret!),
    developerToken: env["GOOGLE_ADS_DEVELOPER_TOKEN"]
      ? Redacted.make(env["GOOGLE_ADS_DEVELOPER_TOKEN"])
      : undefined
  })
  const real = AdAccounts.layer.pipe(
    Layer.provideMerge(AdPlatforms.layer(adapter)),
    Layer.provide(FetchHttpClient.layer),
    Layer.provideMerge(storage)
  )
  contract({
    name: "real",
    layer: real,
    account: Effect.gen(function* () {
      const organizationId = yield* link({
        organization: "real",
        customerId: customerId!,
        refreshToken: refreshToken!,
        email: env["GOOGLE_ADS_LOGIN_EMAIL"] ?? null,
        ...(env["GOOGLE_ADS_LOGIN_CUSTOMER_ID"]
          ? { loginCustomerId: env["GOOGLE_ADS_LOGIN_CUSTOMER_ID"] }
          : {})
      })
      return yield* (yield* AdAccounts).get(organizationId, customerId!)
    })
  })
}
