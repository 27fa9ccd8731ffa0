import type { Redacted } from "effect"

export interface GoogleAdsSettings {
  /** Without version or trailing slash. The emulator's URL works as well as Google's. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly version: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** Optional since Google retired developer tokens; sent only if set. */
  readonly developerToken?: Redacted.Redacted | undefined
  /** The maximum time to wait for one response. */
  readonly timeoutMillis: number
  /** The maximum number of retries, where a retry is safe. */
  readonly retries: number
  readonly firstDelayMillis: number
  /** If the platform requests a longer delay than this, the call fails instead of waiting. */
  readonly longestDelayMillis: number
  /** For this process, all accounts together. */
  readonly requestsPerSecond: number
  /** Google allows one planning request per second. */
  readonly planningPerSecond: number
}

export const googleAdsDefaults = {
  baseUrl: "https://googleads.googleapis.com",
  tokenUrl: "https://oauth2.googleapis.com/token",
  version: "v25",
  timeoutMillis: 60_000,
  retries: 4,
  firstDelayMillis: 500,
  longestDelayMillis: 60_000,
  requestsPerSecond: 20,
  planningPerSecond: 1
} as const

export type GoogleAdsOptions = Partial<GoogleAdsSettings> &
  Pick<GoogleAdsSettings, "clientId" | "clientSecret">

export const googleAdsSettings = (options: GoogleAdsOptions): GoogleAdsSettings => {
  const all = { ...googleAdsDefaults, ...options }
  return { ...all, baseUrl: all.baseUrl.replace(/\/+$/, "") }
}
