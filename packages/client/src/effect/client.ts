import { Config, type ConfigError, Context, Effect, Layer, Redacted } from "effect"
import { Adwarden } from "../adwarden.ts"
import { EffectResources } from "../generated/effect-resources.ts"
import type { WithApiKey, WithToken } from "../runtime/options.ts"

/** Every operation as an effect, with the errors that it can end in; lists as streams. */
export class EffectAdwarden extends EffectResources {
  readonly #client: Adwarden

  constructor(client: Adwarden) {
    super(client)
    this.#client = client
  }

  /** The same client in another organization: for access tokens, which reach all of their person's. */
  organization(slug: string): EffectAdwarden {
    return new EffectAdwarden(this.#client.organization(slug))
  }
}

/** As those of the client; secrets may be redacted, which they should be. */
export type EffectAdwardenOptions =
  | (Omit<WithApiKey, "apiKey"> & { readonly apiKey: string | Redacted.Redacted })
  | WithToken

const shown = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

/** The client as a service. */
export class AdwardenClient extends Context.Tag("@adwarden/client/AdwardenClient")<
  AdwardenClient,
  EffectAdwarden
>() {
  static readonly layer = (options: EffectAdwardenOptions): Layer.Layer<AdwardenClient> =>
    Layer.sync(AdwardenClient, () => {
      const given = "apiKey" in options && options.apiKey !== undefined
      return new EffectAdwarden(new Adwarden(given ? { ...options, apiKey: shown(options.apiKey) } : options))
    })

  /** From ADWARDEN_API_KEY, and where they are set ADWARDEN_URL and ADWARDEN_ORG: the variables of the command. */
  static readonly layerConfig: Layer.Layer<AdwardenClient, ConfigError.ConfigError> = Layer.unwrapEffect(
    Effect.map(
      Config.all({
        apiKey: Config.redacted("ADWARDEN_API_KEY"),
        baseUrl: Config.withDefault(Config.string("ADWARDEN_URL"), undefined),
        organization: Config.withDefault(Config.string("ADWARDEN_ORG"), undefined)
      }),
      (options) => AdwardenClient.layer(options)
    )
  )
}
