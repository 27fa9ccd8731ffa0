import { Resources } from "./generated/resources.ts"
import { Calls } from "./runtime/calls.ts"
import type { AdwardenOptions } from "./runtime/options.ts"
import { Transport } from "./runtime/transport.ts"

/**
 * The client: every operation of the service as a method, grouped by what it is about.
 *
 * ```ts
 * const client = new Adwarden({ apiKey: process.env.ADWARDEN_API_KEY })
 * const preview = await client.campaigns.update("boiler-repair", { budget: 110 })
 * const done = await preview.execute()
 * ```
 */
export class Adwarden extends Resources {
  readonly #options: AdwardenOptions
  readonly #transport: Transport

  /** The second argument is the client's own: clients of several organizations share what they send through. */
  constructor(options: AdwardenOptions, transport: Transport = new Transport(options)) {
    super(new Calls(transport, options.organization ?? "_"))
    this.#options = options
    this.#transport = transport
  }

  /** The same client in another organization: for access tokens, which reach all of their person's. */
  organization(slug: string): Adwarden {
    return new Adwarden({ ...this.#options, organization: slug }, this.#transport)
  }
}
