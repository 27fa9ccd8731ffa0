import { Effect } from "effect"
import { documentLimits, type Fetcher, type Isolated, isolatedJob } from "../../outbound/index.ts"
import type { Client } from "./client.ts"
import { secondsFresh } from "./client-address.ts"
import type { DocumentMembers, parseClientDocument } from "./client-document-members.ts"
import { clientMetadata } from "./client-metadata.ts"
import { OAuthRefusal, refused } from "./refusal.ts"

export interface ClientDocument {
  readonly client: Client
  readonly freshSeconds: number
}

const wrong = (id: string, why: string) => refused("invalid_client", `The client document ${id} ${why}`)

const parsing = isolatedJob<typeof parseClientDocument>(
  import.meta.url,
  "./client-document-members.ts",
  "parseClientDocument"
)

/** What a document says, held against the address at which it stood. */
const readDocument = (id: string, said: DocumentMembers | null): Client | OAuthRefusal => {
  if (said === null) return wrong(id, "is not JSON, or has a member twice.")
  // Else anybody could copy a document and be called what another is.
  if (said.client_id !== id) return wrong(id, "names another client_id than its own address.")
  const metadata = clientMetadata(said)
  if (metadata instanceof OAuthRefusal) return wrong(id, `cannot be used. ${metadata.description}`)
  if (said.client_secret !== undefined || (metadata.authMethod ?? "none") !== "none") {
    return wrong(id, "asks for a secret or key. Clients are public here: token_endpoint_auth_method is none.")
  }
  return { id, kind: "metadata_document", name: metadata.name, redirectUris: metadata.redirectUris }
}

/**
 * Fetches the document that a client is. Whose address it is decides whom we ask, so it goes by the fetching that
 * cannot be turned inwards: no redirects, little time, few bytes.
 */
export const fetchClientDocument = (
  { fetcher, isolated }: { readonly fetcher: Fetcher["Type"]; readonly isolated: Isolated["Type"] },
  id: string
): Effect.Effect<ClientDocument, OAuthRefusal> =>
  fetcher.get(id, { accept: ["application/json"], limits: documentLimits, secure: true }).pipe(
    Effect.mapError(({ message }) => refused("invalid_client", message)),
    Effect.flatMap(({ body, headers, status }) =>
      Effect.gen(function* () {
        if (status !== 200)
          return yield* wrong(
            id,
            `was answered with status ${status}. It has to be there, without a redirect.`
          )
        const said = yield* Effect.mapError(isolated.run(parsing, body), () =>
          wrong(id, "could not be parsed.")
        )
        const client = readDocument(id, said)
        if (client instanceof OAuthRefusal) return yield* client
        return { client, freshSeconds: secondsFresh(headers["cache-control"]) }
      })
    )
  )
