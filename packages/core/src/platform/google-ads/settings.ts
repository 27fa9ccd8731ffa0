import type { Redacted } from "effect"

export interface GoogleAdsSettings {
  /** Without version or trailing slash. The emulator's address is as good as Google's. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly version: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** Optional since developer tokens were sunset; sent only when there is one. */
  readonly developerToken?: Redacted.Redacted | undefined
  /** The longest to wait for one answer. */
  readonly timeoutMillis: number
  /** How often a request is sent again when that is safe. */
  readonly retries: number
  readonly firstDelayMillis: number
  /** A platform that asks for more patience than this is told to the caller instead of waited for. */
  readonly longestDelayMillis: number
  /** For this process, all accounts together. */
  readonly requestsPerSecond: number
  /** Google allows planning requests no more often than once a second. */
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
