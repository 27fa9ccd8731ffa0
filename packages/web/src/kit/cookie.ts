import { isSessionToken } from "@adwarden/core"
import { randomBase62 } from "@adwarden/core/contract"
import type { Context } from "hono"
import { generateCookie, getCookie } from "hono/cookie"

/** Of a visitor who has not signed in: kept nowhere but in their browser, good for nothing but their forms. */
const anonymousToken = /^visit_[0-9A-Za-z]{43}$/
const newAnonymousToken = (): string => `visit_${randomBase62(43)}`

/** What a browser is known by. */
export interface BrowserCookie {
  readonly token: string
  /** The same where it is that of a session, which only the door can tell to be good. */
  readonly session: string | null
  /** Whether the browser has still to be given it. */
  readonly isNew: boolean
}

/**
 * One cookie: that of a session, or, before anybody signed in, of a visit. Over https its name begins with __Host-,
 * so that no other subdomain and no plain connection can have set it. It ends with the browser at the latest.
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
