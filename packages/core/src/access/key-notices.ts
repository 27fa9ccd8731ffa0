import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { keyExpiryNoticeDays } from "../contract/index.ts"
import { lockOrganization } from "./organizations.ts"

/** A key whose creator must be told that it expires. */
interface ExpiringKey {
  readonly organization_id: number
  readonly id: number
  readonly email: string
}

/**
 * Marks keys that expire within this many days as announced, and returns them. A key that is revoked, replaced
 * or unusable for its creator is left out.
 */
export const claimExpiringKeys = (sql: SqlClient.SqlClient, days: (typeof keyExpiryNoticeDays)[number]) => {
  const column = sql.literal(`expiry_notice_${days}d_at`)
  return sql<ExpiringKey>`
    update api_keys k set ${column} = now()
    from users u, memberships m
    where u.id = k.user_id and u.disabled_at is null
      and m.organization_id = k.organization_id and m.user_id = k.user_id
      and k.revoked_at is null and k.replaced_by is null and k.${column} is null
      and k.expires_at > now() + ${days === 30 ? 7 : 0}::integer * interval '1 day'
      and k.expires_at <= now() + ${days}::integer * interval '1 day'
    returning k.organization_id, k.id, u.email`
}

/** A key as emails describe it. */
interface KeyNotice {
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly organization: string
  readonly slug: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** Neither revoked, replaced nor expired. */
  readonly valid: boolean
}

export const findKeyNotice = (sql: SqlClient.SqlClient, organization: number, key: number) =>
  Effect.map(
    sql<KeyNotice>`
      select k.name, k.prefix, k.last_four, k.expires_at, k.revoked_at, o.name as organization, o.slug,
        coalesce(k.revoked_at is null and k.replaced_by is null and k.expires_at > now(), false) as valid
      from api_keys k join organizations o on o.id = k.organization_id
      where k.organization_id = ${organization} and k.id = ${key}`,
    ([row]) => row ?? null
  )

/** A key that was revoked because it was published. */
interface ExposedKey {
  readonly organization_id: number
  readonly id: number
  readonly prefix: string
  readonly last_four: string
}

/**
 * Revokes a published key by its hash, under its organization's lock. Returns it, or whether it is known if there is
 * nothing to revoke. Requires an open transaction.
 */
export const revokeExposedKey = (sql: SqlClient.SqlClient, hash: Uint8Array) =>
  Effect.gen(function* () {
    const [known] = yield* sql<{ organization: number }>`
      select organization_id as organization from api_keys where hash = ${hash}`
    if (known === undefined) return false
    yield* Effect.provideService(lockOrganization(known.organization), SqlClient.SqlClient, sql)
    const [revoked] = yield* sql<ExposedKey>`
      update api_keys set revoked_at = now(), revoked_reason = 'found in public'
      where hash = ${hash} and revoked_at is null returning organization_id, id, prefix, last_four`
    return revoked ?? true
  })

/** Reads the email addresses of an organization's owners. */
export const ownerEmails = (sql: SqlClient.SqlClient, organization: number) =>
  Effect.map(
    sql<{ email: string }>`
      select u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization} and m.role = 'owner' and u.disabled_at is null order by u.email`,
    (rows) => rows.map(({ email }) => email)
  )
