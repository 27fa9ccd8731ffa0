import { Resources } from "./generated/resources.ts"
import { Calls } from "./runtime/calls.ts"
import { type AdwardenOptions, environmentVariable } from "./runtime/options.ts"
import { Transport } from "./runtime/transport.ts"
import { verifyWebhook } from "./runtime/webhooks.ts"

/**
 * The Adwarden client. Every operation of the service is a method, grouped by resource.
 *
 * ```ts
 * const client = new Adwarden() // with the environment variables ADWARDEN_API_KEY and ADWARDEN_URL
 * const preview = await client.campaigns.update("boiler-repair", { budget: 110 })
 * const done = await preview.execute()
 * ```
 */
export class Adwarden extends Resources {
  /** `verify` checks a request to a webhook of yours and returns its event. `verifyWebhook` does so without a client. */
  readonly webhooks = { verify: verifyWebhook }
  readonly #options: AdwardenOptions
  readonly #transport: Transport

  /** `transport` is internal: clients bound to different organizations share one. */
  constructor(options: AdwardenOptions = {}, transport: Transport = new Transport(options)) {
    super(new Calls(transport, options.organization ?? environmentVariable("ADWARDEN_ORG") ?? "_"))
    this.#options = options
    this.#transport = transport
  }

  /**
   * Returns a client bound to another organization. Useful with an access token, which is valid for all organizations
   * of its user.
   */
  organization(slug: string): Adwarden {
    return new Adwarden({ ...this.#options, organization: slug }, this.#transport)
  }
}
