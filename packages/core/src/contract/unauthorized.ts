import type { Unauthorized } from "./errors.ts"

const messages: Record<Unauthorized["why"], string> = {
  missing: "Send a credential: Authorization: Bearer <API key or access token>.",
  malformed: "The credential is not well formed. Check that the whole key was copied.",
  unknown: "The credential is not known here. Check that it belongs to this service, or create a new one.",
  revoked: "The credential was revoked. Create a new one in the dashboard under Account, API Keys.",
  expired: "The credential has expired. Rotate or create a key in the dashboard, or connect again.",
  creator_role:
    "The person who created this key no longer holds a role that allows its scopes. Ask an owner for a new key.",
  in_query: "A credential is never taken from the query string. Send it as Authorization: Bearer <token>.",
  wrong_audience:
    "This access token was issued for another surface of the service. Ask for one with this resource."
}

export const unauthorizedMessage = (why: Unauthorized["why"]): string => messages[why]
