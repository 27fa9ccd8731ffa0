import type { AdwardenOptions } from "@adwarden/client"
import { Refusal } from "../refusal.ts"

const localAddress = "http://localhost:4280"

/** Where the service is, and as whom to speak to it: from ADWARDEN_API_KEY and ADWARDEN_URL. */
export const clientOptions = async (_: {
  readonly profile?: string | undefined
}): Promise<AdwardenOptions> => {
  const apiKey = process.env["ADWARDEN_API_KEY"]
  if (!apiKey) {
    throw new Refusal("No key is set: put one into ADWARDEN_API_KEY.", {
      ending: "notAllowed",
      next: "adwarden login"
    })
  }
  const address = (process.env["ADWARDEN_URL"] || localAddress).replace(/\/+$/, "")
  return { apiKey, baseUrl: address.endsWith("/v1") ? address : `${address}/v1` }
}
