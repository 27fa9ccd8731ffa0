import { Effect } from "effect"
import { documentLimits, type Fetcher, type IsolatedRunner, isolatedJob } from "../../outbound/index.ts"
import { type Client, clientMetadata, freshSecondsOf } from "./client.ts"
import { OAuthError, oauthError } from "./oauth-error.ts"
import type { DocumentMembers, parseClientDocument } from "./parse-client-document.ts"

export interface ClientDocument {
  readonly client: Client
  readonly freshSeconds: number
}

const documentError = (id: string, why: string) =>
  oauthError("invalid_client", `The client document ${id} ${why}`)

const parseJob = isolatedJob<typeof parseClientDocument>(
  import.meta.url,
  "./parse-client-document.ts",
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
