import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/**
 * Changes a person's email address and voids all of their links, which went to the old one. Returns false if
 * another person has the address. Requires an open transaction.
 */
export const changeEmail = (
  user: number,
  email: string
): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    // A removed person's row can still have the address. That person gives way; their history goes by the id.
    yield* runSql`update users set email = 'removed-' || id || '@removed.invalid', updated_at = now()
      where lower(email) = lower(${email}) and disabled_at is not null`
    const changed = yield* runSql`update users set former_emails = former_emails || email, email = ${email},
        updated_at = now()
      where id = ${user} and not exists (select 1 from users where lower(email) = lower(${email}) and id <> ${user})
      returning 1`
    if (changed.length === 0) return false
    yield* runSql`update mailed_links set used_at = now() where user_id = ${user} and used_at is null`
    return true
  })
