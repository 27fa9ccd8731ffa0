import { isSessionToken } from "@adwarden/core"
import { randomBase62 } from "@adwarden/core/contract"
import type { Context } from "hono"
import { generateCookie, getCookie } from "hono/cookie"

/** Token of a visitor who is not signed in. It is stored only in the browser and only protects forms. */
const anonymousToken = /^visit_[0-9A-Za-z]{43}$/
const newAnonymousToken = (): string => `visit_${randomBase62(43)}`

/** The token that identifies a browser. */
export interface BrowserCookie {
  readonly token: string
  /** The token if it is that of a session. Only the pipeline knows whether it is valid. */
  readonly session: string | null
  /** Whether the response still has to set the cookie. */
  readonly isNew: boolean
}

/**
 * One cookie for the session, or for an anonymous visitor. Over https its name starts with __Host-, so that no other
 * subdomain and no plain connection can set it. It ends with the browser session at the latest.
 */
export const makeCookie = (appUrl: string) => {
  const secure = appUrl.startsWith("https:")
  const prefix = secure ? ("host" as const) : undefined
  const name = "adwarden"
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure } as const
  const serialize = (value: string, maxAge?: number): string =>
    generateCookie(name, value, {
      ...options,
      ...(prefix === undefined ? {} : { prefix }),
      ...(maxAge === undefined ? {} : { maxAge })
    })

  return {
    read: (c: Context): BrowserCookie => {
      const token = getCookie(c, name, prefix) ?? ""
      if (isSessionToken(token)) return { token, session: token, isNew: false }
      if (anonymousToken.test(token)) return { token, session: null, isNew: false }
      return { token: newAnonymousToken(), session: null, isNew: true }
    },
    set: (token: string): string => serialize(token),
    clear: (): string => serialize("", 0)
  }
}
