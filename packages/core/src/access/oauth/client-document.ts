import { Effect } from "effect"
import { parseJson } from "../../http/body.ts"
import { documentLimits, type Fetcher, type IsolatedRunner, isolatedJob } from "../../outbound/index.ts"
import { type Client, clientMetadata, freshSecondsOf } from "./client.ts"
import { OAuthError, oauthError } from "./oauth-error.ts"

/** The members that are read of a client's metadata document, unchecked. */
export interface DocumentMembers {
  readonly [member: string]: unknown
  readonly client_id?: unknown
  readonly client_secret?: unknown
}

const readMembers = [
  "client_id",
  "client_name",
  "client_secret",
  "redirect_uris",
  "grant_types",
  "response_types",
  "token_endpoint_auth_method"
]

/** More than the checks allow, yet cheap to check. A longer text or list is truncated and stays too long. */
const maxTextLength = 4096
const maxItems = 20

const truncate = (value: unknown): unknown => {
  if (typeof value === "string") return value.slice(0, maxTextLength)
  if (Array.isArray(value)) {
    return value
      .slice(0, maxItems)
      .map((one) => (typeof one === "string" ? one.slice(0, maxTextLength) : null))
  }
  return typeof value === "object" && value !== null ? {} : value
}

/** Reads the members of an untrusted document. Returns null if it is not a readable JSON object. */
export const parseClientDocument = (body: Uint8Array): DocumentMembers | null => {
  const parsed = parseJson(body)
  if (typeof parsed === "string" || parsed.duplicate !== null) return null
  const members = Object(parsed.value) as Record<string, unknown>
  return Object.fromEntries(
    readMembers.filter((name) => name in members).map((name) => [name, truncate(members[name])])
  )
}

export interface ClientDocument {
  readonly client: Client
  readonly freshSeconds: number
}

const documentError = (id: string, why: string) =>
  oauthError("invalid_client", `The client document ${id} ${why}`)

const parseJob = isolatedJob<typeof parseClientDocument>(
  import.meta.url,
  "./client-document.ts",
  "parseClientDocument"
)

/** Checks a document against the URL that it was fetched from. */
const readDocument = (id: string, members: DocumentMembers | null): Client | OAuthError => {
  if (members === null) return documentError(id, "is not JSON, or has a member twice.")
  // Otherwise anyone could copy a document and use another client's name.
  if (members.client_id !== id) return documentError(id, "names another client_id than its own address.")
  const metadata = clientMetadata(members)
  if (metadata instanceof OAuthError) return documentError(id, `cannot be used. ${metadata.description}`)
  if (members.client_secret !== undefined || (metadata.authMethod ?? "none") !== "none") {
    return documentError(
      id,
      "asks for a secret or key. Clients are public here: token_endpoint_auth_method is none."
    )
  }
  return { id, kind: "metadata_document", name: metadata.name, redirectUris: metadata.redirectUris }
}

/**
 * Fetches a client's metadata document. The URL is untrusted, so the fetch is restricted: public addresses
 * only, no redirects, a short timeout and a small size limit.
 */
export const fetchClientDocument = (
  { fetcher, isolated }: { readonly fetcher: Fetcher["Type"]; readonly isolated: IsolatedRunner["Type"] },
  id: string
): Effect.Effect<ClientDocument, OAuthError> =>
  fetcher.get(id, { accept: ["application/json"], limits: documentLimits, secure: true }).pipe(
    Effect.mapError(({ message }) => oauthError("invalid_client", message)),
    Effect.flatMap(({ body, headers, status }) =>
      Effect.gen(function* () {
        if (status !== 200)
          return yield* documentError(
            id,
            `was answered with status ${status}. It has to be there, without a redirect.`
          )
        const members = yield* Effect.mapError(isolated.run(parseJob, body), () =>
          documentError(id, "could not be parsed.")
        )
        const client = readDocument(id, members)
        if (client instanceof OAuthError) return yield* client
        return { client, freshSeconds: freshSecondsOf(headers["cache-control"]) }
      })
    )
  )
