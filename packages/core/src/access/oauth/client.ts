import { ParseResult, Schema } from "effect"
import { Line } from "../../contract/index.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"

/*
 * Where a code can be sent. A redirect URI is compared as text and never normalised, so no second spelling
 * matches. A URI that parsers could read in two ways is never registered.
 */

const maxUriLength = 2048

/** The loopback names of a machine. Each matches only itself. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

/**
 * The characters that RFC 3986 allows in a URI: no space, control, quote, backslash or letter beyond ASCII.
 */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/

const uriParts = /^https?:\/\/([^/?#]*)([^?#]*)/

const dotSegment = /^(?:\.|%2e){1,2}$/i

/** Whether a path has dot segments, which one reader resolves and another compares. */
const hasDotSegments = (uri: string): boolean =>
  (uriParts.exec(uri)?.[2] ?? "").split("/").some((part) => dotSegment.test(part))

/**
 * The problem of a web URL that people are redirected to or that identifies a client; null if there is none.
 */
export const uriProblem = (uri: string): string | null => {
  if (uri.length > maxUriLength) return `is longer than ${maxUriLength} characters`
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

/** A program that people connect. It is public, has no secret and is identified by its redirect URIs. */
export interface Client {
  readonly id: string
  readonly kind: "registered" | "metadata_document"
  /** Its self-declared, unverified name. */
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
}

/** The host that vouches for a client by serving its document. A self-registered client has none. */
export const clientHostOf = ({ id, kind }: Pick<Client, "id" | "kind">): string | null =>
  kind === "metadata_document" ? new URL(id).host : null

/**
 * Whether a client is verified for a person: the host that serves its metadata document also receives the
 * response, or this person connected the client before. A self-registered client proves nothing about itself.
 */
export const isVerified = (
  client: Pick<Client, "id" | "kind">,
  redirectUri: string,
  connectedBefore: boolean
): boolean => connectedBefore || clientHostOf(client) === new URL(redirectUri).host

const registeredId = /^client_[0-9A-Za-z]{22}$/

/** Whether a text can be a client ID. Other texts are neither looked up nor fetched. */
export const isClientId = (text: string): boolean => registeredId.test(text) || isMetadataDocumentUrl(text)

/*
 * A client ID can be the URL of a document that describes the client (Client ID Metadata Document). IDs are
 * compared character by character, so only URLs with one canonical spelling are accepted.
 */

const maxDocumentUrlLength = 512

/** Whether a text is an https URL with a path, in canonical spelling. */
export const isMetadataDocumentUrl = (text: string): boolean => {
  if (text.length > maxDocumentUrlLength || uriProblem(text) !== null || !text.startsWith("https://"))
    return false
  const url = new URL(text)
  return url.href === text && url.pathname !== "/" && !hasDotSegments(text)
}

const minFreshSeconds = 300
const maxFreshSeconds = 86_400
const defaultFreshSeconds = 3600

/** The number of seconds to cache a document: its server's value, within our bounds. */
export const freshSecondsOf = (cacheControl: string | undefined): number => {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(cacheControl ?? "")?.[1]
  const stale = /(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(cacheControl ?? "")
  const seconds = stale ? 0 : maxAge === undefined ? defaultFreshSeconds : Number(maxAge)
  return Math.min(maxFreshSeconds, Math.max(minFreshSeconds, seconds))
}

const shortList = <A, I>(item: Schema.Schema<A, I>) => Schema.Array(item).pipe(Schema.maxItems(10))
const shortStringList = Schema.optional(shortList(Schema.String))

/** The members that are read of a client's metadata (RFC 7591, 2). Other members are ignored. */
const Metadata = Schema.Struct({
  client_name: Schema.optional(Line(100)),
  redirect_uris: shortList(Schema.String).pipe(Schema.minItems(1)),
  grant_types: shortStringList,
  response_types: shortStringList,
  token_endpoint_auth_method: Schema.optional(Schema.String)
})
const decode = Schema.decodeUnknownEither(Metadata)

interface ClientMetadata {
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  /** The requested authentication method; null if not given. */
  readonly authMethod: string | null
}

/** The fixed metadata of every client. The registration response returns them. */
export const fixedClientMetadata = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none"
} as const

const problemOf = (error: ParseResult.ParseError): string => {
  const [first] = ParseResult.ArrayFormatter.formatErrorSync(error)
  return `${first?.path.join(".") || "The metadata"}: ${first?.message ?? "cannot be read"}`
}

/**
 * Validates a client's metadata. A name that changes the text direction or breaks the line could forge text
 * on the consent page.
 */
export const clientMetadata = (metadata: unknown): ClientMetadata | OAuthError => {
  const decoded = decode(metadata)
  if (decoded._tag === "Left") return oauthError("invalid_client_metadata", problemOf(decoded.left))
  const { client_name, grant_types, redirect_uris, response_types, token_endpoint_auth_method } =
    decoded.right
  if (client_name !== undefined && imitatesOurName(client_name)) {
    return oauthError(
      "invalid_client_metadata",
      "client_name must not contain Adwarden or a name that looks like it: people would take the client for this service. Send the client's own name."
    )
  }
  for (const uri of redirect_uris) {
    const problem = redirectProblem(uri)
    if (problem !== null) return oauthError("invalid_redirect_uri", `${uri.slice(0, 200)} ${problem}.`)
  }
  if (grant_types !== undefined && !grant_types.includes("authorization_code")) {
    return oauthError(
      "invalid_client_metadata",
      "Only the authorization code grant is offered: name authorization_code."
    )
  }
  if (response_types !== undefined && !response_types.includes("code")) {
    return oauthError("invalid_client_metadata", "The only response type that is offered is code.")
  }
  return {
    // A client without a name gets the host of its redirect URI, the only known fact about it.
    name: client_name?.trim() ?? new URL(redirect_uris[0]!).hostname,
    redirectUris: [...new Set(redirect_uris)],
    authMethod: token_endpoint_auth_method ?? null
  }
}

const serviceName = "adwarden"

/** Letters of other scripts, digits and signs that resemble a letter of our name. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "\u0430\u03b1\u1d00\u0251\u0101@4",
  d: "\u0501\u1d05\u0257\u0111",
  w: "\u051d\u0461\u1d21\u03c9\u20a9",
  r: "\u0433\u0280\u027c\u1d26",
  e: "\u0435\u0451\u03b5\u1d07\u0117\u20ac3",
  n: "\u0578\u043f\u0274\u03b7\u0438"
}
const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, lookAlike]) =>
    [...lookAlike].map((one) => [one, letter] as const)
  )
)

/** The words of a name, in the letters that a reader perceives. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  [...name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()]
    .map((character) => letterOf.get(character) ?? character)
    .join("")
    .replaceAll("vv", "w")
    .split(/[^\p{L}\p{N}]+/u)

/** Whether two words differ by at most one letter: replaced, added or removed. */
const differsByOneLetter = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end <= 1
}

/**
 * Whether people would take a client's name for ours: it contains our name, spells it with spaces or with letters that
 * look alike, or has a word that differs from it by one letter.
 *
 * @example imitatesOurName("\u0410d-W\u0430rden Support") // true, with two Cyrillic letters
 * @example imitatesOurName("Head Warden") // false
 */
export const imitatesOurName = (name: string): boolean => {
  const words = wordsOf(name)
  return words.some(
    (word, index) =>
      word.includes(serviceName) ||
      differsByOneLetter(word, serviceName) ||
      words.slice(index).join("").startsWith(serviceName)
  )
}
