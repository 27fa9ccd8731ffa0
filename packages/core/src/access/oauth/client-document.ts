import { Effect } from "effect"
import { parseJson } from "../../http/index.ts"
import { documentLimits, type Fetcher } from "../../outside/index.ts"
import type { Client } from "./client.ts"
import { secondsFresh } from "./client-address.ts"
import { clientMetadata } from "./client-metadata.ts"
import { OAuthRefusal, refused } from "./refusal.ts"

export interface ClientDocument {
  readonly client: Client
  readonly freshSeconds: number
}

const wrong = (id: string, why: string) => refused("invalid_client", `The client document ${id} ${why}`)

/** What a document says, held against the address at which it stood. */
const readDocument = (id: string, body: Uint8Array): Client | OAuthRefusal => {
  const parsed = parseJson(body)
  if (typeof parsed === "string") return wrong(id, "is not JSON.")
  const said = Object(parsed.value) as { readonly client_id?: unknown; readonly client_secret?: unknown }
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
  fetcher: Fetcher["Type"],
  id: string
): Effect.Effect<ClientDocument, OAuthRefusal> =>
  fetcher.get(id, { accept: ["application/json"], limits: documentLimits, secure: true }).pipe(
    Effect.mapError(({ message }) => refused("invalid_client", message)),
    Effect.flatMap(({ body, headers, status }) => {
      if (status !== 200)
        return wrong(id, `was answered with status ${status}. It has to be there, without a redirect.`)
      const client = readDocument(id, body)
      return client instanceof OAuthRefusal
        ? Effect.fail(client)
        : Effect.succeed({ client, freshSeconds: secondsFresh(headers["cache-control"]) })
    })
  )
