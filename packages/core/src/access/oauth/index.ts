import { Authorizations } from "./authorizations.ts"
import { Clients } from "./clients.ts"
import { Connections } from "./connections.ts"
import { Grants } from "./grants.ts"

export type { AuthorizationRequest } from "./authorization-request.ts"
export {
  type Decision as ConsentDecision,
  InvalidConsent,
  type ManualCode,
  type Offer,
  type OfferedScope,
  readManualCode
} from "./authorizations.ts"
export { type Client, clientHostOf } from "./client.ts"
export type { Registration } from "./clients.ts"
export type { ConnectionRow, Introspection } from "./connections.ts"
export { maxLifetimes, type TokenResponse } from "./issue.ts"
export { OAuthError, type OAuthErrorTarget, oauthError } from "./oauth-error.ts"
export { type Parameters, parametersOf } from "./parameters.ts"
export { Authorizations, Clients, Connections, Grants }

/** The authorization server. Requires Settings, a database and a fetcher. */
export const authorizationServer = [
  Clients.layer,
  Authorizations.layer,
  Grants.layer,
  Connections.layer
] as const
