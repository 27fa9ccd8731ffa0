import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Redacted } from "effect"
import { SetupRequired } from "./errors.ts"
import { defaultPlatform } from "./labels.ts"
import type { OAuthClientKind, PlatformLogin } from "./model/index.ts"
import { Vault } from "./vault.ts"

export interface NewLogin {
  /** The default platform if omitted. */
  readonly platform?: string
  readonly email: string | null
  readonly refreshToken: Redacted.Redacted
  /** The OAuth client that it was granted to; the web client if omitted. */
  readonly client?: OAuthClientKind
  readonly connectedBy?: number
  /** After how long the platform ends the access by itself; never if null or omitted. */
  readonly lastsSeconds?: number | null
  /** The stored login to replace; if omitted, the one with the same email. */
  readonly replaces?: number
}

interface LoginsShape {
  /** Builds a granted login that is not stored yet, so it can be tried without side effects. */
  readonly candidate: (organizationId: number, login: NewLogin) => PlatformLogin
  /** Stores a login that its owner has just granted, or replaces the one with the same email. */
  readonly connect: (organizationId: number, login: NewLogin) => Effect.Effect<number, SqlError>
  readonly refreshToken: (
    login: Pick<PlatformLogin, "organizationId" | "sealedToken">
  ) => Effect.Effect<Redacted.Redacted, SetupRequired>
  /** Marks a login that the platform no longer accepts, so that it is not used again. */
  readonly markBroken: (login: PlatformLogin, reason: string) => Effect.Effect<void>
}

/** What a sealed refresh token is bound to. */
export const loginContext = (organizationId: number): string => `ad_platform_login/${organizationId}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const logins: LoginsShape = {
    candidate: (organizationId, { client = "web", email, platform = defaultPlatform, refreshToken }) => ({
      platform,
      organizationId,
      loginId: 0,
      email,
      client,
      sealedToken: vault.seal(refreshToken, loginContext(organizationId))
    }),
    connect: (organizationId, login) => {
      const { client = "web", connectedBy, email, platform = defaultPlatform, refreshToken, replaces } = login
      const ends = sql`now() + make_interval(secs => ${login.lastsSeconds ?? null})`
      const sealed = vault.seal(refreshToken, loginContext(organizationId))
      const values = {
        refresh_token: sealed,
        oauth_client: client,
        state: "connected",
        broken_reason: null,
        broken_at: null
      }
      const sameLogin = replaces === undefined ? sql`email = ${email}` : sql`id = ${replaces}`
      return sql
        .withTransaction(
          Effect.gen(function* () {
            const reconnected = yield* sql<{ id: number }>`
              update ad_platform_logins set ${sql.update(values)}, connected_at = now(), access_ends_at = ${ends},
                connected_by = coalesce(${connectedBy ?? null}, connected_by), email = coalesce(${email}, email)
              where organization_id = ${organizationId} and platform = ${platform} and ${sameLogin}
              returning id`
            if (reconnected[0] !== undefined) return reconnected[0].id
            const inserted = yield* sql<{ id: number }>`
              insert into ad_platform_logins (organization_id, platform, email, oauth_client, refresh_token,
                connected_by, access_ends_at)
              values (${organizationId}, ${platform}, ${email}, ${client}, ${sealed}, ${connectedBy ?? null}, ${ends})
              returning id`
            return inserted[0]!.id
          })
        )
        .pipe(Effect.withSpan("PlatformLogins.connect"))
    },
    refreshToken: (login) =>
      Effect.mapError(
        vault.open(login.sealedToken, loginContext(login.organizationId)),
        ({ message }) => new SetupRequired({ code: "SECRET_UNREADABLE", message })
      ),
    markBroken: ({ loginId, organizationId, sealedToken }, reason) =>
      // Marks only the grant that failed: its owner may have connected the login again meanwhile.
      sql`update ad_platform_logins set state = 'broken', broken_reason = ${reason}, broken_at = now()
        where organization_id = ${organizationId} and id = ${loginId} and state = 'connected'
          and refresh_token = ${Buffer.from(sealedToken)}`.pipe(
        Effect.catchAll((error) => Effect.logWarning("A broken login could not be noted", error.message)),
        Effect.asVoid
      )
  }
  return logins
})

/** The platform logins that organizations have connected. */
export class PlatformLogins extends Context.Tag("@adwarden/PlatformLogins")<PlatformLogins, LoginsShape>() {
  static readonly layer: Layer.Layer<PlatformLogins, never, SqlClient.SqlClient | Vault> = Layer.effect(
    PlatformLogins,
    make
  )
}
