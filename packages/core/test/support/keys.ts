import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { hashSecret } from "../../src/access/index.ts"
import { keyLastFour, keyPrefix, newKey, type Scope } from "../../src/contract/index.ts"

/** Inserts an API key in any state, including states that the service never creates. */
export const insertKey = (options: {
  readonly organization: string
  readonly email: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expires?: string
  readonly validUntil?: string
  readonly revoked?: boolean
}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const key = newKey()
    yield* sql`
      insert into api_keys (organization_id, user_id, name, hash, prefix, last_four, scopes, expires_at, valid_until, revoked_at)
      select o.id, u.id, 'test', ${hashSecret(key)}, ${keyPrefix(key)}, ${keyLastFour(key)}, ${options.scopes},
        now() + ${options.expires ?? "1 year"}::interval, now() + ${options.validUntil ?? null}::interval,
        case when ${options.revoked ?? false} then now() end
      from organizations o, users u where o.slug = ${options.organization} and u.email = ${options.email}`
    return key
  })
