import type { AdwardenOptions, TokenProvider } from "./options.ts"

export interface Credentials {
  readonly current: () => string | Promise<string>
  /** Null where there is nothing to renew: a key stays refused. */
  readonly renew: ((refused: string) => Promise<string>) | null
}

/** Refresh tokens are for one use, so calls that are refused together must fetch a new one together. */
const shareRenewal = (provider: TokenProvider) => {
  const inProgress = new Map<string, Promise<string>>()
  return (refused: string): Promise<string> => {
    const known = inProgress.get(refused)
    if (known !== undefined) return known
    const renewal = Promise.resolve(provider({ refused })).finally(() => inProgress.delete(refused))
    inProgress.set(refused, renewal)
    return renewal
  }
}

/**
 * What the headers of a request can carry. A runtime that is given anything else complains with the whole value, and so
 * would tell the secret to wherever errors are written down.
 */
export const bearer = (token: string): string => {
  const text = String(token).trim()
  if (/^[!-~]+$/.test(text)) return `Bearer ${text}`
  throw new TypeError(
    "The credential is empty or has characters that no header can carry. Was it copied whole?"
  )
}

export const credentialsOf = ({ apiKey, token }: AdwardenOptions): Credentials => {
  if (typeof token === "function") return { current: () => token({}), renew: shareRenewal(token) }
  const text = apiKey ?? token
  if (!text)
    throw new TypeError("Adwarden needs a credential: new Adwarden({ apiKey }) or new Adwarden({ token })")
  return { current: () => text, renew: null }
}
