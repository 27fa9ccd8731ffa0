import { Effect, Layer } from "effect"
import { AdAccounts, type AdPlatform, AdPlatforms } from "../../src/platform/index.ts"

/** The registered adapter of Google Ads. */
export const googleAds = Effect.map(AdPlatforms, (platforms) => platforms.get("google_ads"))

/** The ad accounts, with another adapter for their platform. */
export const accountsOn = (adapter: AdPlatform) =>
  AdAccounts.layer.pipe(Layer.provide(AdPlatforms.layer(Effect.succeed(adapter))))

type Call = (...args: ReadonlyArray<unknown>) => unknown

/** The adapter with a wrapper around each of its calls. */
export const wrapCalls = (adapter: AdPlatform, wrap: (call: Call, name: string) => Call): AdPlatform =>
  new Proxy(adapter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      return typeof member === "function" ? wrap(member as Call, String(name)) : member
    }
  })
