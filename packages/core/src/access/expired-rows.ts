import { Effect } from "effect"
import { purgeExpired } from "../storage/index.ts"
import { endIdleConnections } from "./oauth/lifetimes.ts"

const sessionEnded = (table: string): string =>
  `not exists (select 1 from oauth_sessions s where s.id = ${table}.session_id and s.ended_at is null)`

/** Deletes sessions, links, tokens and clients that nothing needs any more, and ends idle connections. */
export const purgeAccess = purgeExpired({
  // An hour after its last use, a bucket is full again and equals a missing one.
  rate_limits: "refreshed_at < now() - interval '1 hour'",
  // Past sessions show for a while from which IP addresses a person signs in.
  dashboard_sessions: "expires_at < now() - interval '90 days'",
  sign_in_challenges: "expires_at < now() - interval '1 day'",
  mailed_links: "expires_at < now() - interval '1 day'",
  oauth_access_tokens: "expires_at < now() - interval '1 day'",
  // While a session lives, each of its codes and tokens must be recognised if it is presented again.
  oauth_authorization_codes: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_authorization_codes")}`,
  oauth_refresh_tokens: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_refresh_tokens")}`,
  oauth_client_document_failures: "retry_at < now()",
  // Clients that nobody connected. They can register, or be fetched, again.
  oauth_clients: `created_at < now() - interval '30 days' and coalesce(fresh_until, now()) <= now()
    and not exists (select 1 from oauth_connections c where c.client_id = oauth_clients.id)`
}).pipe(Effect.zipLeft(endIdleConnections))
