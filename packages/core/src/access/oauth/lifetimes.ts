import type { SettingsShape } from "../../settings.ts"

/** The maximum lifetimes. A setting can only shorten them. */
export const maxLifetimes = {
  accessTokenSeconds: 3600,
  connectionIdleDays: 60,
  /** A browser needs seconds to return; RFC 6749 allows ten minutes. */
  authorizationCodeSeconds: 600
} as const

/**
 * How long a replaced refresh token is still accepted, because the response with its successor can be lost.
 */
export const graceSeconds = 60

export type Lifetimes = { readonly [Name in keyof typeof maxLifetimes]: number }

export const lifetimesOf = (settings: Pick<SettingsShape, keyof Lifetimes>): Lifetimes => ({
  accessTokenSeconds: Math.min(settings.accessTokenSeconds, maxLifetimes.accessTokenSeconds),
  connectionIdleDays: Math.min(settings.connectionIdleDays, maxLifetimes.connectionIdleDays),
  authorizationCodeSeconds: Math.min(settings.authorizationCodeSeconds, maxLifetimes.authorizationCodeSeconds)
})
