import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { isSessionToken } from "@adwarden/core"
import { randomBase62 } from "@adwarden/core/contract"
import { Effect, type Runtime, Stream } from "effect"
import type { Context } from "hono"
import { generateCookie, getCookie } from "hono/cookie"
import type { FileResponse } from "./page.ts"
import { type Range, rangeToKeep } from "./range.ts"

const compress = promisify(gzip)

/** Smaller pages gain nothing. */
const minBytes = 1024

const acceptsGzip = (request: Request): boolean =>
  (request.headers.get("accept-encoding") ?? "")
    .split(",")
    .some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part))

/**
 * The body of a page, compressed if the browser accepts it, and its headers. A page with a secret beside text that others
 * can choose must not be compressed.
 */
export const pageBody = async (
  request: Request,
  text: string
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Record<string, string> }> => {
  const headers = { Vary: "Accept-Encoding" }
  if (text.length < minBytes || !acceptsGzip(request)) return { body: text, headers }
  return {
    body: new Uint8Array(await compress(text)),
    headers: { ...headers, "Content-Encoding": "gzip" }
  }
}

const baseHeaders = {
  "Cache-Control": "no-store",
  "Content-Type": "text/html; charset=utf-8",
  // The older form of frame-ancestors, for browsers that do not know the newer one.
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  // Not no-referrer: with it, browsers send `Origin: null` with our own forms. Other sites receive no referrer either
  // way.
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
}

interface PagePolicy {
  /** Origins that a form can redirect to, because browsers apply the policy to redirects after a form. */
  readonly formAction?: ReadonlyArray<string>
  /** Whether the page runs our own script. */
  readonly script?: boolean
  /** Whether anybody with the link can open it: the link must reach no other site and no search engine. */
  readonly shared?: boolean
}

/**
 * The headers of every page. It loads only our own style and images, cannot be framed, and its forms are sent to us. Only
 * dashboard pages run script, and only our own file.
 */
export const pageHeaders = (
  appUrl: string,
  { formAction = [], script = false, shared = false }: PagePolicy = {}
): Record<string, string> => ({
  ...baseHeaders,
  ...(shared ? { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } : {}),
  ...(appUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formAction].join(" ")
  ].join("; ")
})

const encoder = new TextEncoder()

/** The headers of an event stream. Proxies must not collect it. */
const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
  // Set explicitly. Otherwise the server would wait for the first chunks to determine the length.
  "Transfer-Encoding": "chunked"
}

/**
 * Makes the function that sends values as server-sent events, each as JSON. The stream ends when the browser leaves. An
 * error ends it too, and the browser connects again.
 */
export const makeEventStream = Effect.map(
  Effect.runtime<never>(),
  (runtime: Runtime.Runtime<never>) =>
    <A, E>(events: Stream.Stream<A, E>, told: Readonly<Record<string, string>>): Response =>
      new Response(
        Stream.toReadableStreamRuntime(
          Stream.map(events, (event) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
          runtime
        ) as ReadableStream<Uint8Array<ArrayBuffer>>,
        { headers: { ...told, ...headers } }
      )
)

/** Makes a response a file to store. */
export const setFileHeaders = (headers: Headers, name: string): void => {
  headers.set("Content-Disposition", `attachment; filename="${name}"`)
  headers.set("X-Content-Type-Options", "nosniff")
}

/** Responds with a file. */
export const fileResponse = ({ file }: FileResponse, headers: Headers): Response => {
  setFileHeaders(headers, file.name)
  headers.set("Content-Type", file.type)
  return new Response(file.text, { headers })
}

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

const yearSeconds = 365 * 86_400

/**
 * One cookie for the session, or for an anonymous visitor; another one keeps the days that pages show, which is no secret. Over https its name starts with __Host-, so that no other
 * subdomain and no plain connection can set it. It ends with the browser session at the latest.
 */
export const makeCookie = (appUrl: string) => {
  const secure = appUrl.startsWith("https:")
  const prefix = secure ? ("host" as const) : undefined
  const name = "adwarden"
  const rangeName = "adwarden-range"
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure } as const
  const serialize = (value: string, maxAge?: number, of = name): string =>
    generateCookie(of, value, {
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
    readRange: (c: Context): string => getCookie(c, rangeName, prefix) ?? "",
    setRange: (range: Range): string => {
      const { lasts, text } = rangeToKeep(range)
      return serialize(text, lasts ? yearSeconds : undefined, rangeName)
    },
    clear: (): string => serialize("", 0)
  }
}
