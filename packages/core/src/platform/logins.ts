import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Redacted } from "effect"
import { hashSecret } from "../access/secrets.ts"
import { organizationsStatement, purgeByOrganization, runSql } from "../storage/index.ts"
import { type ConnectionFacts, connectionColumns, connectionProblem, joinLoginSql } from "./connection.ts"
import { SetupRequired } from "./errors.ts"
import { defaultPlatform } from "./labels.ts"
import type { OAuthClientKind, PlatformLogin } from "./model.ts"
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

/** A login that stopped working, as messages describe it. */
export interface BrokenLogin {
  readonly organization_id: number
  readonly id: number
  readonly platform: string
  readonly email: string | null
  readonly broken_reason: string | null
  /** How many accounts use it. */
  readonly accounts: number
}

/** Reads the broken logins of organizations that accounts use. */
export const readBrokenLogins = organizationsStatement<BrokenLogin>(
  (within) => `
  select l.organization_id, l.id, l.platform, l.email, l.broken_reason, count(*)::int as accounts
  from ad_platform_logins l
  join ad_accounts a on a.organization_id = l.organization_id and a.login_id = l.id and a.status <> 'not_linked'
  where ${within("l.organization_id")} and ${within("a.organization_id")} and l.state = 'broken'
  group by l.organization_id, l.id, l.platform, l.email, l.broken_reason order by l.organization_id, l.id`
)

/** A selected account that cannot be used for a reason other than a broken login. */
export interface UnusableAccount {
  readonly id: string
  readonly name: string | null
  readonly problem: string
}

/** Reads the accounts of organizations that are selected for new campaigns. */
export const readSelectedAccounts = organizationsStatement<
  ConnectionFacts & { readonly organization_id: number; readonly id: string; readonly name: string | null }
>(
  (within) => `select a.organization_id, a.id, a.name, ${connectionColumns} from ad_accounts a ${joinLoginSql}
  where ${within("a.organization_id")} and a.selected order by a.organization_id, a.id`
)

/** An account of which an earlier version of the service read search campaigns alone. */
export interface AddedChannels {
  readonly organization_id: number
  readonly id: string
  readonly name: string | null
  /** The number of its campaigns on other channels. */
  readonly campaigns: number
}

/** Reads the accounts of organizations whose other channels were first read within the last week. */
export const readAddedChannels = organizationsStatement<AddedChannels>(
  (within) => `select organization_id, id, name, channels_added as campaigns from ad_accounts
  where ${within("organization_id")} and channels_added is not null and channels_read_at > now() - interval '7 days'
  order by organization_id, id`
)

/** The problem of a selected account; null if it can be used, or its login is broken, which is a problem of its own. */
export const unusableAccount = (
  account: ConnectionFacts & { readonly id: string; readonly name: string | null }
): UnusableAccount | null => {
  const problem = account.login_state === "broken" ? null : connectionProblem(account)
  return problem === null ? null : { id: account.id, name: account.name, problem }
}

interface LoginWithOldKey {
  readonly id: number
  readonly organizationId: number
  readonly sealedToken: Uint8Array
}

/** Reads logins after `after` whose token does not start with the prefix of the current key. */
export const loginsWithOldKey = (currentPrefix: Uint8Array, after: number, limit: number) =>
  runSql<LoginWithOldKey>`
    select id, organization_id as "organizationId", refresh_token as "sealedToken" from ad_platform_logins
    where id > ${after} and refresh_token is not null and substring(refresh_token from 1 for 5) <> ${currentPrefix}
    order by id limit ${limit}`

/** Replaces a sealed token, unless the login was connected again or removed meanwhile. */
export const replaceLoginToken = (
  { id, organizationId, sealedToken }: LoginWithOldKey,
  replacement: Uint8Array
) =>
  runSql`update ad_platform_logins set refresh_token = ${replacement}
    where organization_id = ${organizationId} and id = ${id} and refresh_token = ${sealedToken}`

/* Consents that people were sent to the platform for. A state works once, for ten minutes, in one session. */

/** Stores that a session asks for a consent, optionally to connect a login again. */
export const putConsent = (
  organization: number,
  {
    login,
    session,
    state
  }: { readonly state: string; readonly session: string; readonly login: number | null }
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.asVoid(runSql`
    insert into ad_platform_consents (organization_id, state_hash, session_hash, login_id, expires_at)
    values (${organization}, ${hashSecret(state)}, ${hashSecret(session)}, ${login}, now() + interval '10 minutes')`)

/** Takes a consent of this session, once; null if there is none. */
export const takeConsent = (
  organization: number,
  { session, state }: { readonly state: string; readonly session: string }
): Effect.Effect<{ readonly login: number | null } | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ login: number | null }>`
      delete from ad_platform_consents
      where organization_id = ${organization} and state_hash = ${hashSecret(state)}
        and session_hash = ${hashSecret(session)} and expires_at > now()
      returning login_id as login`,
    ([row]) => row ?? null
  )

/** Deletes consents that nobody gave. */
export const purgeConsents = purgeByOrganization("state_hash", {
  ad_platform_consents: "expires_at < now()"
})

/**
 * Unlinks all ad accounts of an organization and forgets its logins' grants. Nothing is synced or pushed then, so
 * the caller makes sure that nothing can spend there.
 */
export const unlinkAccounts = (organization: number) =>
  Effect.gen(function* () {
    yield* runSql`update ad_accounts set status = 'not_linked', selected = false, updated_at = now()
      where organization_id = ${organization}`
    yield* runSql`update ad_platform_logins set state = 'disconnected', refresh_token = null, email = null
      where organization_id = ${organization}`
  })

/**
 * Removes a deleted person as the one who connected logins. The logins stay: they belong to the organization, and
 * its campaigns depend on them.
 */
export const forgetConnector = (user: number) =>
  runSql`update ad_platform_logins set connected_by = null where connected_by = ${user}`
