import type { NotFound, RoleDenied, Scope, ValidationError } from "../contract/index.ts"

/** What is shown of a key after its creation. */
export interface KeyRow {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly creator: string
  readonly status: "active" | "rotated" | "expired" | "revoked"
  readonly created_at: string
  readonly expires_at: string
  /** Set on a rotated key: when it stops working. */
  readonly valid_until: string | null
  readonly revoked_at: string | null
  /** To the minute; null where it was not used since uses are recorded. */
  readonly last_used_at: string | null
}

/** The one moment at which the key itself is known. */
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
  /** Until when the key that was replaced still works. */
  readonly old_valid_until: string
}

/** How a person names a key that is there: by its id, or by what they can see of it. */
export type KeyRef = { readonly id: number } | { readonly prefix: string; readonly last_four: string }

export interface NewKey {
  readonly organization: string
  /** E-mail of the person whose key it is to be. */
  readonly creator: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
}

export interface KeyChange {
  readonly organization: string
  readonly key: KeyRef
  /** E-mail of the person who asks for it. */
  readonly by: string
}

export type KeyError = NotFound | RoleDenied | ValidationError

export const formatKeyRef = (ref: KeyRef): string =>
  "id" in ref ? `#${ref.id}` : `${ref.prefix}…${ref.last_four}`

export const keyColumns = `
  k.id, k.name, k.prefix, k.last_four, k.scopes, u.email as creator,
  case
    when k.revoked_at is not null then 'revoked'
    when k.expires_at <= now() or k.valid_until <= now() then 'expired'
    when k.replaced_by is not null then 'rotated'
    else 'active'
  end as status,
  k.created_at, k.expires_at, k.valid_until, k.revoked_at,
  (select s.last_used_at from api_key_uses s where s.organization_id = k.organization_id and s.key_id = k.id) as last_used_at`
