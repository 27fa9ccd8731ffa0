import { Config, type ConfigError, Context, Data, Effect, Layer, Redacted } from "effect"
import { Adwarden } from "../adwarden.ts"
import { EffectResources } from "../generated/effect-resources.ts"
import type { WebhookEvent } from "../generated/webhook-events.ts"
import type { WithApiKey, WithToken } from "../runtime/options.ts"
import { type HeaderSource, verifyWebhook, WebhookUnverifiedError } from "../runtime/webhooks.ts"

/** The request is no event that Adwarden sent within the last minutes: do not act on it. `message` says why. */
export class WebhookUnverified extends Data.TaggedError("webhook_unverified")<{ readonly message: string }> {}

/** The client for Effect. Each operation is an effect with its exact errors, and each list is a stream. */
export class EffectAdwarden extends EffectResources {
  /** `verify` checks a request to a webhook of yours and succeeds with its event. */
  readonly webhooks = {
    verify: (
      body: string | Uint8Array<ArrayBuffer>,
      headers: HeaderSource,
      secret: string | Redacted.Redacted
    ): Effect.Effect<WebhookEvent, WebhookUnverified> =>
      Effect.tryPromise({
        try: () => verifyWebhook(body, headers, plainText(secret)),
        catch: (failure) => failure
      }).pipe(
        Effect.catchAll((failure) =>
          failure instanceof WebhookUnverifiedError
            ? Effect.fail(new WebhookUnverified({ message: failure.message }))
            : Effect.die(failure)
        )
      )
  }
  readonly #client: Adwarden

  constructor(client: Adwarden) {
    super(client)
    this.#client = client
  }

  /**
   * Returns a client bound to another organization. Useful with an access token, which is valid for all organizations
   * of its user.
   */
  organization(slug: string): EffectAdwarden {
    return new EffectAdwarden(this.#client.organization(slug))
  }
}

/** The options of `Adwarden`, except that `apiKey` can be a `Redacted` value. */
export type EffectAdwardenOptions =
  | (Omit<WithApiKey, "apiKey"> & { readonly apiKey: string | Redacted.Redacted })
  | WithToken

const plainText = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

/**
 * The client as an Effect service.
 *
 * ```ts
 * const program = AdwardenClient.pipe(Effect.flatMap((client) => client.campaigns.get("boiler-repair")))
 * Effect.runPromise(program.pipe(Effect.provide(AdwardenClient.layerConfig)))
 * ```
 */
export class AdwardenClient extends Context.Tag("@adwarden/client/AdwardenClient")<
  AdwardenClient,
  EffectAdwarden
>() {
  /** Provides the client with the given options. */
  static readonly layer = (options: EffectAdwardenOptions): Layer.Layer<AdwardenClient> =>
    Layer.sync(AdwardenClient, () => {
      const given = "apiKey" in options && options.apiKey !== undefined
      return new EffectAdwarden(
        new Adwarden(given ? { ...options, apiKey: plainText(options.apiKey) } : options)
      )
    })

  /** Reads ADWARDEN_API_KEY and the optional ADWARDEN_URL and ADWARDEN_ORG, the same variables as the CLI. */
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
