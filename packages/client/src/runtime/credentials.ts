import { type AdwardenOptions, environmentVariable, type TokenProvider } from "./options.ts"

export interface Credentials {
  readonly current: () => string | Promise<string>
  /** Null for an API key, which cannot be renewed. */
  readonly renew: ((refused: string) => Promise<string>) | null
}

/** A refresh token can be used once, so calls that are rejected at the same time share one renewal. */
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

/** Validates the token before it becomes a header. Otherwise the runtime's own error would contain the secret. */
export const bearer = (token: string): string => {
  const text = String(token).trim()
  if (/^[!-~]+$/.test(text)) return `Bearer ${text}`
  throw new TypeError(
    "The credential is empty or contains characters that a header cannot carry. Copy it again."
  )
}

export const credentialsOf = ({ apiKey, token }: AdwardenOptions): Credentials => {
  if (typeof token === "function") return { current: () => token({}), renew: shareRenewal(token) }
  const text = apiKey ?? token ?? environmentVariable("ADWARDEN_API_KEY")
  if (!text)
    throw new TypeError(
      "Adwarden needs a credential. Set the environment variable ADWARDEN_API_KEY, or pass new Adwarden({ apiKey }) or new Adwarden({ token })."
    )
  return { current: () => text, renew: null }
}
