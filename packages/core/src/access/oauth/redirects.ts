/*
 * Where a code can be sent. A redirect URI is compared as text and never normalised, so no second spelling
 * matches. A URI that parsers could read in two ways is never registered.
 */

const maxLength = 2048

/** The loopback names of a machine. Each matches only itself. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

/**
 * The characters that RFC 3986 allows in a URI: no space, control, quote, backslash or letter beyond ASCII.
 */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/

const uriParts = /^https?:\/\/([^/?#]*)([^?#]*)/

const dotSegment = /^(?:\.|%2e){1,2}$/i

/** Whether a path has dot segments, which one reader resolves and another compares. */
export const hasDotSegments = (uri: string): boolean =>
  (uriParts.exec(uri)?.[2] ?? "").split("/").some((part) => dotSegment.test(part))

/**
 * The problem of a web URL that people are redirected to or that identifies a client; null if there is none.
 */
export const uriProblem = (uri: string): string | null => {
  if (uri.length > maxLength) return `is longer than ${maxLength} characters`
  if (!uriCharacters.test(uri)) return "has characters that do not belong into an address"
  const authority = uriParts.exec(uri)?.[1] ?? ""
  if (authority === "" || !URL.canParse(uri)) {
    return "must be an address that begins with https://, or with http:// on localhost"
  }
  if (uri.includes("#")) return "must not have a fragment"
  return authority.includes("@") ? "must not have a user name or password" : null
}

/** Why a URI cannot be a client's redirect URI, or null. */
export const redirectProblem = (uri: string): string | null => {
  const problem = uriProblem(uri)
  if (problem !== null) return problem
  if (hasDotSegments(uri)) return "must not have . or .. in its path"
  return uri.startsWith("https://") || loopback.test(uri)
    ? null
    : "must begin with https://; http:// is for localhost, 127.0.0.1 and [::1] alone"
}

/**
 * Whether the requested URI is this registered one. They must be equal, except for the port of a loopback
 * URI, which a local program only knows once it listens (RFC 8252, 7.3).
 */
const matchesRegistered = (registered: string, requested: string): boolean => {
  if (registered === requested) return true
  const one = loopback.exec(registered)
  const other = loopback.exec(requested)
  return one !== null && other !== null && one[1] === other[1] && one[3] === other[3]
}

/** Whether the client can receive responses at this URI. */
export const isAllowedRedirect = (registered: ReadonlyArray<string>, requested: string): boolean =>
  redirectProblem(requested) === null && registered.some((uri) => matchesRegistered(uri, requested))

/** Adds the response to the URI's query and keeps the existing parameters. */
export const withQuery = (uri: string, parameters: Readonly<Record<string, string | null>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.append(name, value)
  const separator = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&"
  return `${uri}${separator}${query}`
}
