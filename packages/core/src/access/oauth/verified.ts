import { type Client, hostOf } from "./client.ts"

/**
 * Whether a client is verified for a person: the host that serves its metadata document is the host that receives the
 * answer, or this person connected the client before. A client that registered itself proves nothing about itself.
 */
export const isVerified = (
  client: Pick<Client, "id" | "kind">,
  redirectUri: string,
  connectedBefore: boolean
): boolean => connectedBefore || hostOf(client) === new URL(redirectUri).host
