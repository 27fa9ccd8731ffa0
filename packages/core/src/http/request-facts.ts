import { randomBase62, redactSecrets, type Surface } from "../contract/index.ts"

/** The parts of a Node connection that we use. */
export interface NodeConnection {
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
  /** The outgoing response, which can be aborted even without access to its body. */
  readonly outgoing?: { readonly destroy: () => unknown }
}

/** The client's IP address. A forwarding header is trusted only if our own proxy sets it. */
const addressOf = (
  request: Request,
  connection: NodeConnection | undefined,
  trustProxy: boolean
): string | null => {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined
  const address = forwarded || connection?.incoming?.socket.remoteAddress
  return address?.replace(/^::ffff:/, "").slice(0, 64) ?? null
}

/** The header in which a proxy has passed on the caller's address; null without one. */
export const forwardingHeaderOf = (request: Request): string | null =>
  ["X-Forwarded-For", "Forwarded"].find((name) => request.headers.has(name)) ?? null

/** The warning of a host that gets such a header and trusts none. */
export const untrustedProxyText = (header: string): string =>
  `Requests arrive with ${header}, but TRUST_PROXY is off: all callers behind that proxy share its address in the limits of each address and in the audit trail.`
export const untrustedProxyAdvice =
  "If your own proxy sets X-Forwarded-For, set TRUST_PROXY=on. If no proxy is in front of the hosts, a caller sent it: change nothing."

/**
 * Removes NUL and half characters, which Postgres cannot store, and line breaks, which would split a log
 * line.
 */
const sanitizeText = (text: string, maxLength: number) =>
  text
    .slice(0, maxLength)
    .replaceAll(/\p{Cc}/gu, "?")
    .toWellFormed()

export const requestFactsOf = (
  request: Request,
  connection: NodeConnection | undefined,
  surface: Surface,
  path: string,
  trustProxy: boolean
): RequestFacts => ({
  id: newRequestId(),
  surface,
  method: request.method,
  path: sanitizeText(path, 512),
  ip: addressOf(request, connection, trustProxy),
  userAgent: sanitizeText(request.headers.get("user-agent") ?? "", 256) || null
})

export const newRequestId = (): string => `req_${randomBase62(20)}`

const emptyQuery = new URLSearchParams()

/** The query string, without the cost of parsing the whole URL. */
export const queryOf = (request: Request): URLSearchParams => {
  const start = request.url.indexOf("?")
  return start < 0 ? emptyQuery : new URLSearchParams(request.url.slice(start + 1))
}

export const presentedCredentialOf = (request: Request, query: URLSearchParams): PresentedCredential => ({
  kind: "credential",
  authorization: request.headers.get("authorization"),
  query
})

/** The facts of a request before its target is known. */
export interface RequestFacts {
  readonly id: string
  readonly surface: Surface
  readonly method: string | null
  /** Without the query string, which can contain secrets. */
  readonly path: string | null
  readonly ip: string | null
  readonly userAgent: string | null
}

const redactNullable = (text: string | null): string | null => (text === null ? null : redactSecrets(text))

/**
 * A request's facts without secrets. This runs first: the audit trail, the request log and our own logs see
 * only its result.
 */
export const redactRequestFacts = (facts: RequestFacts): RequestFacts => ({
  id: redactSecrets(facts.id),
  surface: facts.surface,
  method: redactNullable(facts.method),
  path: redactNullable(facts.path),
  ip: redactNullable(facts.ip),
  userAgent: redactNullable(facts.userAgent)
})

/** A key or a token as a request presents it. */
export interface PresentedCredential {
  readonly kind: "credential"
  readonly authorization: string | null
  /** The query string's names and values, only to reject a credential there. */
  readonly query: Iterable<readonly [string, string]>
}
