import { ParseResult, Schema } from "effect"
import { Line } from "../../contract/index.ts"
import { imitatesOurName } from "./client-name.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"
import { redirectProblem } from "./redirects.ts"

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

export interface ClientMetadata {
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
