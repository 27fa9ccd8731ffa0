import type { AdwardenOptions } from "@adwarden/client"
import { resourceOf } from "./addresses.ts"
import { type Given, type Identity, identify } from "./identity.ts"

/** What `new Adwarden(…)` wants: where the REST API is, and a key or tokens that renew themselves. */
export const clientOptionsOf = (identity: Identity): AdwardenOptions => {
  const baseUrl = resourceOf(identity.url, "rest")
  return identity.by === "key" ? { baseUrl, apiKey: identity.apiKey } : { baseUrl, token: identity.token }
}

export const clientOptions = async (given: Given): Promise<AdwardenOptions> =>
  clientOptionsOf(await identify(given))
