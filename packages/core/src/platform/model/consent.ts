import type { Redacted } from "effect"
import type { OAuthClientKind } from "./accounts.ts"

/** Where a person's consent is asked for, and where the answer goes. */
export interface ConsentRequest {
  readonly client: OAuthClientKind
  readonly redirectUri: string
  readonly state: string
  /** The S256 challenge of the verifier that redeems the code (PKCE). */
  readonly challenge: string
  /** The email of the person who should consent, if known. */
  readonly loginHint: string | null
}

/** The code of a granted consent, with what its request contained. */
export interface ConsentCode extends Pick<ConsentRequest, "client" | "redirectUri"> {
  readonly code: Redacted.Redacted
  readonly verifier: Redacted.Redacted
}

/** What a person granted. */
export interface ConsentGrant {
  readonly client: OAuthClientKind
  readonly refreshToken: Redacted.Redacted
  /** The person's email; null if it was not shared. */
  readonly email: string | null
  /** After how long the platform ends the access by itself, as for an app in testing; null: never. */
  readonly lastsSeconds: number | null
}
