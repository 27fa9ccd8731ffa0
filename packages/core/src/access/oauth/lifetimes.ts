import type { SettingsShape } from "../../settings.ts"

/** How long things live at most. A setting can make it shorter and never longer. */
export const maxLifetimes = {
  accessTokenSeconds: 3600,
  connectionIdleDays: 60,
  /** A browser that comes back takes seconds; RFC 6749 lets it have ten minutes. */
  authorizationCodeSeconds: 600
} as const

/** For so long after a refresh the token that it replaced is taken again: its answer may have been lost. */
export const graceSeconds = 60

export type Lifetimes = { readonly [Name in keyof typeof maxLifetimes]: number }

export const lifetimesOf = (settings: Pick<SettingsShape, keyof Lifetimes>): Lifetimes => ({
  accessTokenSeconds: Math.min(settings.accessTokenSeconds, maxLifetimes.accessTokenSeconds),
  connectionIdleDays: Math.min(settings.connectionIdleDays, maxLifetimes.connectionIdleDays),
  authorizationCodeSeconds: Math.min(settings.authorizationCodeSeconds, maxLifetimes.authorizationCodeSeconds)
})
