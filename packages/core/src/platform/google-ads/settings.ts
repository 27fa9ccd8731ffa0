import { Effect, type Redacted } from "effect"
import { SetupRequired } from "../errors.ts"
import type { OAuthClientKind } from "../model.ts"

export interface GoogleAdsSettings {
  /** Without version or trailing slash. The emulator's URL works as well as Google's. */
  readonly baseUrl: string
  readonly tokenUrl: string
  /** The page on which people consent. */
  readonly consentUrl: string
  readonly version: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** The client of type "Desktop app", for consents from a terminal. */
  readonly desktopClientId?: string | undefined
  readonly desktopClientSecret?: Redacted.Redacted | undefined
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
  consentUrl: "https://accounts.google.com/o/oauth2/v2/auth",
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

/** Returns one of the service's OAuth clients, or fails with the settings that are missing. */
export const clientOf = (
  { clientId, clientSecret, desktopClientId, desktopClientSecret }: GoogleAdsSettings,
  kind: OAuthClientKind
): Effect.Effect<{ readonly id: string; readonly secret: Redacted.Redacted }, SetupRequired> => {
  if (kind === "web") return Effect.succeed({ id: clientId, secret: clientSecret })
  return desktopClientId === undefined || desktopClientSecret === undefined
    ? new SetupRequired({
        code: "DESKTOP_CLIENT_MISSING",
        message:
          'A consent from a terminal needs an OAuth client of type "Desktop app". Set GOOGLE_ADS_DESKTOP_CLIENT_ID and GOOGLE_ADS_DESKTOP_CLIENT_SECRET, or connect the account in the dashboard.'
      })
    : Effect.succeed({ id: desktopClientId, secret: desktopClientSecret })
}
