/** An OAuth client, as registered in the Google Cloud console. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret?: string
  readonly type: "web" | "desktop"
  /** The redirect addresses of a web client. A desktop client can use any loopback address. */
  readonly redirectUris: readonly string[]
  /** Whether the app is in testing: its refresh tokens then expire after seven days. */
  readonly testing: boolean
}

/** A code that a person's consent created. */
export interface GrantedCode {
  readonly clientId: string
  readonly redirectUri: string
  readonly email: string
  readonly customerIds: readonly string[]
  readonly scopes: readonly string[]
  readonly challenge: { readonly value: string; readonly method: "S256" | "plain" } | null
  /** Whether a refresh token is issued: for offline access, at the first consent or with `prompt=consent`. */
  readonly offline: boolean
  readonly expiresAt: number
}

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/

/** The registered clients and open codes of a world. They do not survive a restart. */
export class OAuthState {
  readonly #clients = new Map<string, OAuthClient>()
  readonly #codes = new Map<string, GrantedCode>()
  readonly #granted = new Set<string>()

  register(client: OAuthClient): void {
    this.#clients.set(client.clientId, client)
  }

  find(clientId: string): OAuthClient | undefined {
    return this.#clients.get(clientId)
  }

  /** Returns whether a client can use the redirect address. An unregistered client can use any. */
  allowsRedirect(clientId: string, redirectUri: string): boolean {
    const client = this.find(clientId)
    if (!client) return URL.canParse(redirectUri)
    return client.type === "desktop" ? loopback.test(redirectUri) : client.redirectUris.includes(redirectUri)
  }

  /** Stores a consent, and returns whether the person had granted access to the client before. */
  noteConsent(clientId: string, email: string): boolean {
    const key = `${clientId} ${email}`
    const before = this.#granted.has(key)
    this.#granted.add(key)
    return before
  }

  putCode(code: string, granted: GrantedCode): void {
    this.#codes.set(code, granted)
  }

  /** Returns a code's consent once. */
  takeCode(code: string): GrantedCode | undefined {
    const granted = this.#codes.get(code)
    this.#codes.delete(code)
    return granted
  }
}
