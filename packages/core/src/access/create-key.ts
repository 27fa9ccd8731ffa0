import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import {
  keyLastFour,
  keyPrefix,
  Line,
  newKey,
  type Scope,
  sortScopes,
  ValidationError
} from "../contract/index.ts"
import { runSql } from "../storage/index.ts"
import { type CreatedKey, type KeyError, maxKeyDays, type NewKey } from "./key.ts"
import { findMember, notAMemberError, requireGrantable } from "./membership.ts"
import { hashSecret } from "./secrets.ts"

const isName = Schema.is(Line(120))

export const createKey = (
  options: NewKey
): Effect.Effect<CreatedKey, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (!isName(options.name)) {
      const fields = [{ path: "name", message: "must be one line of 1 to 120 characters" }]
      return yield* new ValidationError({ fields })
    }
    const { validDays = null } = options
    if (validDays !== null && !(Number.isInteger(validDays) && validDays >= 1 && validDays <= maxKeyDays)) {
      const message = `must be a whole number of days from 1 to ${maxKeyDays}`
      return yield* new ValidationError({ fields: [{ path: "valid_days", message }] })
    }
    const creator = yield* findMember(options.organization, options.creator)
    if (creator.role === null) return yield* notAMemberError(options.organization, creator.email)
    yield* requireGrantable(options.scopes, creator.role)
    return yield* insertKey({
      ...creator,
      name: options.name.trim(),
      scopes: sortScopes(options.scopes),
      validDays
    })
  })

interface KeyToInsert {
  readonly organization_id: number
  readonly user_id: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  /** Null for a year. */
  readonly validDays: number | null
}

/**
 * The database's clock determines the expiry, so it does not depend on the host. A notice that would follow at once
 * is marked as sent: the person has just chosen that time.
 */
export const insertKey = (key: KeyToInsert): Effect.Effect<CreatedKey, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const secret = newKey()
    const visible = { prefix: keyPrefix(secret), last_four: keyLastFour(secret) }
    const rows = yield* runSql<{ id: number; expires_at: string }>`
      insert into api_keys (organization_id, user_id, name, hash, prefix, last_four, scopes, expires_at,
        expiry_notice_30d_at, expiry_notice_7d_at)
      values (${key.organization_id}, ${key.user_id}, ${key.name}, ${hashSecret(secret)}, ${visible.prefix},
        ${visible.last_four}, ${key.scopes},
        now() + coalesce(make_interval(days => ${key.validDays}::integer), interval '1 year'),
        case when ${key.validDays}::integer <= 30 then now() end, case when ${key.validDays}::integer <= 7 then now() end)
      returning id, expires_at`
    return { ...rows[0]!, key: secret, name: key.name, ...visible, scopes: key.scopes }
  })
