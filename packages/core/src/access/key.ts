import type { NotFound, RoleDenied, Scope, ValidationError } from "../contract/index.ts"

/** The parts of a key that are visible after its creation. */
export interface KeyRow {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly creator: string
  readonly status: "active" | "suspended" | "rotated" | "expired" | "revoked"
  readonly created_at: string
  readonly expires_at: string
  /** Set on a rotated key: when it expires. */
  readonly valid_until: string | null
  readonly revoked_at: string | null
  /** To the minute; null if the key has not been used. */
  readonly last_used_at: string | null
}

/** A key in the list of its creator, with the organization that it acts in. */
export interface OwnKeyRow extends KeyRow {
  readonly organization: string
  readonly organization_name: string
}

/** A created key. This is the only time its secret is available. */
export interface CreatedKey {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expires_at: string
}

export interface RotatedKey extends CreatedKey {
  /** When the replaced key expires. */
  readonly old_valid_until: string
}

/** How a person names an existing key: by its id, or by its visible parts. */
export type KeyRef = { readonly id: number } | { readonly prefix: string; readonly last_four: string }

export interface NewKey {
  readonly organization: string
  /** Email of the key's owner. */
  readonly creator: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  /** How many days it is valid; a year by default, which is also the longest time. */
  readonly validDays?: number
}

/** The longest time that a key can be valid, in days. */
export const maxKeyDays = 365

export interface KeyChange {
  readonly organization: string
  readonly key: KeyRef
  /** Email of the person who requests the change. */
  readonly by: string
}

/** How long a replaced key can stay valid beside its replacement, in hours. */
export const maxOverlapHours = 48

export interface KeyRotation extends KeyChange {
  /** How long the old key stays valid, in hours; the longest time by default. */
  readonly overlapHours?: number
}

export type KeyError = NotFound | RoleDenied | ValidationError

export const formatKeyRef = (ref: KeyRef): string =>
  "id" in ref ? `#${ref.id}` : `${ref.prefix}…${ref.last_four}`

export const keyColumns = `
  k.id, k.name, k.prefix, k.last_four, k.scopes, u.email as creator,
  case
    when k.revoked_at is not null then 'revoked'
    when k.expires_at <= now() or k.valid_until <= now() then 'expired'
    when k.suspended_at is not null then 'suspended'
    when k.replaced_by is not null then 'rotated'
    else 'active'
  end as status,
  k.created_at, k.expires_at, k.valid_until, k.revoked_at,
  (select s.last_used_at from api_key_uses s where s.organization_id = k.organization_id and s.key_id = k.id) as last_used_at`
