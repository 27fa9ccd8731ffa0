import type { AdwardenOptions } from "@adwarden/client"
import { resourceOf } from "./addresses.ts"
import { type Given, identify } from "./identity.ts"

/** What `new Adwarden(…)` wants: where the REST API is, and a key or tokens that renew themselves. */
export const clientOptions = async (given: Given): Promise<AdwardenOptions> => {
  const identity = await identify(given)
  const baseUrl = resourceOf(identity.url, "rest")
  return identity.by === "key" ? { baseUrl, apiKey: identity.apiKey } : { baseUrl, token: identity.token }
}
