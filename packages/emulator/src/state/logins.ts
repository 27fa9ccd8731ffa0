import { randomBytes } from "node:crypto"
import type { Database } from "./database.ts"

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
