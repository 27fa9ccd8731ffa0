import { Context, Effect, Layer, type Scope, Stream } from "effect"
import type { AdPlatform } from "./ad-platform.ts"
import { SetupRequired } from "./errors.ts"
import { platformTexts, setPlatformLabel } from "./labels.ts"

const streams = new Set<string | symbol>(["campaignDays", "keywordDays", "searchTermDays"])

/** For a platform without an adapter: operations that need it fail with the setup step that is missing. */
const notSetUp = (key: string): AdPlatform => {
  const { label, setup } = platformTexts(key)
  const missing = new SetupRequired({
    code: "PLATFORM_NOT_SET_UP",
    message: `This service is not connected to ${label}. ${setup}. Until then every attempt fails.`
  })
  return new Proxy({ key, label, consentOrigin: "" } as AdPlatform, {
    get: (named, name) =>
      Reflect.get(named, name) ??
      (streams.has(name) ? () => Stream.fail(missing) : () => Effect.fail(missing))
  })
}

/** The adapters of the service. An account's platform selects its adapter. */
export class AdPlatforms extends Context.Tag("@adwarden/AdPlatforms")<
  AdPlatforms,
  { readonly get: (platform: string) => AdPlatform }
>() {
  /** Registers adapters. Without any, all operations that need a platform report the missing setup. */
  static readonly layer = <E = never, R = never>(
    ...adapters: ReadonlyArray<Effect.Effect<AdPlatform, E, R>>
  ): Layer.Layer<AdPlatforms, E, Exclude<R, Scope.Scope>> =>
    Layer.scoped(
      AdPlatforms,
      Effect.map(Effect.all(adapters), (registered) => {
        const byKey = new Map(registered.map((adapter) => [adapter.key, adapter]))
        for (const { key, label } of registered) setPlatformLabel(key, label)
        return { get: (platform: string) => byKey.get(platform) ?? notSetUp(platform) }
      })
    )
}
