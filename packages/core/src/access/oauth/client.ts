import { isMetadataDocumentUrl } from "./client-id-url.ts"

/** A program that people connect: public, without a secret, known by where its answers are sent. */
export interface Client {
  readonly id: string
  readonly kind: "registered" | "metadata_document"
  /** What it calls itself. Nobody vouches for it. */
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
}

/**
 * The host that vouches for a client: the one that serves its document. A client that registered itself has none,
 * whatever it says of itself.
 */
export const clientHostOf = ({ id, kind }: Pick<Client, "id" | "kind">): string | null =>
  kind === "metadata_document" ? new URL(id).host : null

/**
 * Whether a client is verified for a person: the host that serves its metadata document is the host that receives the
 * answer, or this person connected the client before. A client that registered itself proves nothing about itself.
 */
export const isVerified = (
  client: Pick<Client, "id" | "kind">,
  redirectUri: string,
  connectedBefore: boolean
): boolean => connectedBefore || clientHostOf(client) === new URL(redirectUri).host

const registeredId = /^client_[0-9A-Za-z]{22}$/

/** Whether a text can be a client's id at all: nothing else is looked up or fetched. */
export const isClientId = (text: string): boolean => registeredId.test(text) || isMetadataDocumentUrl(text)
