/*
 * Where a code may be sent. A redirect URI is text that is compared as text: nothing is normalised, so there is no
 * second way to write one that only looks the same. What a parser could read in two ways is never registered.
 */

const maxLength = 2048

/** The names by which a machine calls itself; each equals only itself. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

/** What RFC 3986 lets stand in a URI: no space, control, quote or backslash, and no letter beyond ASCII. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/

const uriParts = /^https?:\/\/([^/?#]*)([^?#]*)/

const dotSegment = /^(?:\.|%2e){1,2}$/i

/** Steps up and down in a path, which one reader follows and another compares. */
export const hasDotSegments = (uri: string): boolean =>
  (uriParts.exec(uri)?.[2] ?? "").split("/").some((part) => dotSegment.test(part))

/** What is wrong with an address of the web that somebody is to be sent to or to be known by. */
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

/** Why a URI cannot be a client's redirect URI, or null where it can. */
export const redirectProblem = (uri: string): string | null => {
  const problem = uriProblem(uri)
  if (problem !== null) return problem
  if (hasDotSegments(uri)) return "must not have . or .. in its path"
  return uri.startsWith("https://") || loopback.test(uri)
    ? null
    : "must begin with https://; http:// is for localhost, 127.0.0.1 and [::1] alone"
}

/**
 * Whether the address that a request names is this registered one: character by character, but for the port of a
 * loopback address, which a program on the person's own machine only knows once it listens (RFC 8252, 7.3).
 */
const matchesRegistered = (registered: string, requested: string): boolean => {
  if (registered === requested) return true
  const one = loopback.exec(registered)
  const other = loopback.exec(requested)
  return one !== null && other !== null && one[1] === other[1] && one[3] === other[3]
}

/** Whether a client may have its answers sent there. */
export const isAllowedRedirect = (registered: ReadonlyArray<string>, requested: string): boolean =>
  redirectProblem(requested) === null && registered.some((uri) => matchesRegistered(uri, requested))

/** The proven address with the answer in its query; what the query held before stays. */
export const withQuery = (uri: string, parameters: Readonly<Record<string, string | null>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.append(name, value)
  const separator = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&"
  return `${uri}${separator}${query}`
}
