import { randomBytes } from "node:crypto"
import type { Database } from "./database.ts"

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

/** A person who granted access to an application, and the accounts that they can access. */
export interface Login {
  readonly refreshToken: string
  readonly email: string
  readonly customerIds: readonly string[]
  readonly revoked: boolean
  /** The client that the consent was given to; a login of the demo world has none and works with any. */
  readonly clientId?: string
  /** The granted scopes; only that of Google Ads if omitted. */
  readonly scopes?: readonly string[]
  /** When the refresh token expires, by the emulator's clock; never if omitted. */
  readonly expiresAt?: string
}

interface AccessToken {
  readonly login: Login
  readonly expiresAt: number
}

export class Logins {
  readonly #database: Database
  readonly #findLogin
  readonly #findToken

  constructor(database: Database) {
    this.#database = database
    // Prepared once, because every request of the API finds its login.
    this.#findLogin = database.sql.prepare("SELECT body FROM login WHERE refresh_token = ?")
    this.#findToken = database.sql.prepare("SELECT * FROM access_token WHERE token = ?")
  }

  put(login: Login): void {
    this.#database.sql
      .prepare(
        "INSERT INTO login VALUES (?, ?) ON CONFLICT (refresh_token) DO UPDATE SET body = excluded.body"
      )
      .run(login.refreshToken, JSON.stringify(login))
  }

  get(refreshToken: string): Login | undefined {
    const row = this.#findLogin.get(refreshToken)
    return row && (JSON.parse(String(row["body"])) as Login)
  }

  all(): readonly Login[] {
    const rows = this.#database.sql.prepare("SELECT body FROM login").all()
    return rows.map((row) => JSON.parse(String(row["body"])) as Login)
  }

  /** Issues a short-lived access token. It expires by the system time, like the client's own clock. */
  issue(login: Login, seconds: number): string {
    const token = `ya29.emulated-${randomBytes(24).toString("base64url")}`
    this.#database.sql
      .prepare("INSERT INTO access_token VALUES (?, ?, ?)")
      .run(token, login.refreshToken, Date.now() + seconds * 1000)
    return token
  }

  find(token: string): AccessToken | undefined {
    const row = this.#findToken.get(token)
    const login = row && this.get(String(row["refresh_token"]))
    return login && { login, expiresAt: Number(row["expires_at"]) }
  }
}
