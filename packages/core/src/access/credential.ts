import {
  accessTokenPrefix,
  isWellFormedAccessToken,
  isWellFormedKey,
  livePrefix,
  Unauthorized
} from "../contract/index.ts"
import type { PresentedCredential } from "../http/request.ts"

export type Credential = { readonly kind: "api_key" | "access_token"; readonly secret: string }

const bearer = /^bearer +(\S+) *$/i
const queryNames = new Set(["access_token", "token", "api_key", "apikey", "key", "authorization", "bearer"])

const inQuery = (query: PresentedCredential["query"]): boolean => {
  for (const [name, value] of query) {
    if (queryNames.has(name.toLowerCase()) || value.includes(livePrefix) || value.includes(accessTokenPrefix))
      return true
  }
  return false
}

/**
 * Determines the kind of a credential without a database query. Text that cannot be a credential is rejected
 * here.
 */
export const readCredential = (presented: Omit<PresentedCredential, "kind">): Credential | Unauthorized => {
  if (inQuery(presented.query)) return new Unauthorized({ why: "in_query" })
  if (presented.authorization === null) return new Unauthorized({ why: "missing" })
  const secret = bearer.exec(presented.authorization)?.[1]
  if (secret === undefined) return new Unauthorized({ why: "malformed" })
  if (isWellFormedKey(secret)) return { kind: "api_key", secret }
  if (isWellFormedAccessToken(secret)) return { kind: "access_token", secret }
  return new Unauthorized({ why: "malformed" })
}
