import { Effect, Layer, Stream } from "effect"
import { AdPlatform, type AdPlatformShape } from "./ad-platform.ts"
import { SetupRequired } from "./errors.ts"

const missing = new SetupRequired({
  code: "PLATFORM_NOT_SET_UP",
  message:
    "This service is not connected to Google Ads. Its operator has to set GOOGLE_ADS_CLIENT_ID and GOOGLE_ADS_CLIENT_SECRET first; trying again before then is wasted."
})

const streams = new Set<string | symbol>(["campaignDays", "keywordDays", "searchTermDays"])

/** For a host without a platform: everything else works, and what needs the platform says what is missing. */
export const PlatformNotSetUp: Layer.Layer<AdPlatform> = Layer.succeed(
  AdPlatform,
  new Proxy({} as AdPlatformShape, {
    get: (_, name) => (streams.has(name) ? () => Stream.fail(missing) : () => Effect.fail(missing))
  })
)
