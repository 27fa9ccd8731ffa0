import { isMetadataDocumentUrl } from "./client-id-url.ts"

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
