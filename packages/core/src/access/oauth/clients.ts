import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { randomId } from "../../contract/index.ts"
import { Fetcher, IsolatedRunner } from "../../outbound/index.ts"
import {
  type Client,
  clientMetadata,
  fixedClientMetadata,
  isClientId,
  isMetadataDocumentUrl
} from "./client.ts"
import { type ClientDocument, fetchClientDocument } from "./client-document.ts"
import { OAuthError, oauthError } from "./oauth-error.ts"

/** The registration response (RFC 7591, 3.2.1), including defaults that the client did not send. */
export interface Registration {
  readonly client_id: string
  readonly client_id_issued_at: number
  readonly client_name: string
  readonly redirect_uris: ReadonlyArray<string>
  readonly grant_types: ReadonlyArray<string>
  readonly response_types: ReadonlyArray<string>
  readonly token_endpoint_auth_method: string
}

interface ClientRow {
  readonly id: string
  readonly kind: Client["kind"]
  readonly name: string
  readonly redirect_uris: ReadonlyArray<string>
  readonly fresh: boolean
}

const clientOf = ({ id, kind, name, redirect_uris }: ClientRow): Client => ({
  id,
  kind,
  name,
  redirectUris: redirect_uris
})

const unknownClient = oauthError(
  "invalid_client",
  "This client is not known here. Register it first, or send the address of its metadata document as client_id."
)

/** Long enough to stop a flood of fetches, short enough for a person who has just fixed the document. */
const failureLifetime = "interval '1 minute'"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tools = { fetcher: yield* Fetcher, isolated: yield* IsolatedRunner }

  const findRow = (id: string) =>
    isClientId(id)
      ? Effect.map(
          sql<ClientRow>`select id, kind, name, redirect_uris, fresh_until > now() as fresh
            from oauth_clients where id = ${id}`,
          ([row]) => row
        )
      : Effect.succeed(undefined)

  const storeDocument = ({ client, freshSeconds }: ClientDocument) =>
    Effect.as(
      sql`insert into oauth_clients (id, kind, name, redirect_uris, fresh_until)
        values (${client.id}, ${client.kind}, ${client.name}, ${client.redirectUris},
          now() + ${freshSeconds}::int * interval '1 second')
        on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
          fresh_until = excluded.fresh_until`,
      client
    )

  /** The reason of a recent failure to fetch the document. */
  const failureOf = (id: string) =>
    Effect.map(
      sql<{ description: string }>`
        select description from oauth_client_document_failures where client_id = ${id} and retry_at > now()`,
      ([row]) => (row === undefined ? null : oauthError("invalid_client", row.description))
    )

  /** Requests for the same document within a minute get the same error, without another fetch. */
  const rememberFailure = (id: string, { description }: OAuthError) => sql`
    insert into oauth_client_document_failures (client_id, description, retry_at)
    values (${id}, ${description}, now() + ${sql.literal(failureLifetime)})
    on conflict (client_id) do update set description = excluded.description, retry_at = excluded.retry_at`

  return {
    register: Effect.fn("Clients.register")(function* (rawMetadata: unknown) {
      const metadata = clientMetadata(rawMetadata)
      if (metadata instanceof OAuthError) return yield* metadata
      const { name, redirectUris } = metadata
      const id = randomId("client")
      const rows = yield* sql<{ at: number }>`
        insert into oauth_clients (id, kind, name, redirect_uris)
        values (${id}, 'registered', ${name}, ${redirectUris})
        returning floor(extract(epoch from created_at))::bigint as at`
      const registration: Registration = {
        client_id: id,
        client_id_issued_at: rows[0]!.at,
        client_name: name,
        redirect_uris: redirectUris,
        ...fixedClientMetadata
      }
      return registration
    }),
    findStored: (id: string) => Effect.map(findRow(id), (row) => (row === undefined ? null : clientOf(row))),
    resolve: Effect.fn("Clients.resolve")(function* (id: string) {
      const row = yield* findRow(id)
      if (row !== undefined && (row.kind === "registered" || row.fresh)) return clientOf(row)
      if (!isMetadataDocumentUrl(id)) return yield* unknownClient
      const failed = yield* failureOf(id)
      if (failed !== null) return yield* failed
      const fetchDocument = fetchClientDocument(tools, id)
      return yield* storeDocument(
        yield* Effect.tapError(fetchDocument, (refusal) => rememberFailure(id, refusal))
      )
    })
  }
})

/** The clients that people connect: self-registered, or described by a document at their own URL. */
export class Clients extends Context.Tag("@adwarden/OAuthClients")<
  Clients,
  {
    readonly register: (metadata: unknown) => Effect.Effect<Registration, OAuthError | SqlError>
    /** Returns the stored client without a fetch. */
    readonly findStored: (id: string) => Effect.Effect<Client | null, SqlError>
    /**
     * Returns the current client. A stale document is fetched again, and a failure is cached for a minute.
     */
    readonly resolve: (id: string) => Effect.Effect<Client, OAuthError | SqlError>
  }
>() {
  static readonly layer: Layer.Layer<Clients, never, SqlClient.SqlClient | Fetcher> = Layer.effect(
    Clients,
    make
    // A separate thread: a sign-in does not wait for website parsing.
  ).pipe(Layer.provide(IsolatedRunner.withLimits({ threads: 1 })))
}
