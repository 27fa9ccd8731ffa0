import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/** The address of a deleted person in all records: it names the same person everywhere, and nobody. */
export const deletedEmail = (user: number): string => `deleted-${user}@deleted.invalid`

/**
 * Removes the name and all addresses of a person, and returns the addresses. Requires the open transaction that ended
 * the person's access: it holds their row, so the addresses stay as read.
 */
export const removePersonalData = (
  user: number
): Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [person] = yield* runSql<{ emails: ReadonlyArray<string> }>`
      select array_append(former_emails, email) as emails from users where id = ${user}`
    const emails = person?.emails ?? []
    yield* runSql`delete from dashboard_sessions where user_id = ${user}`
    const addresses = emails.map((email) => email.toLowerCase())
    yield* runSql`update invitations set withdrawn_at = now()
      where lower(email) = any(${addresses}::text[]) and accepted_at is null and withdrawn_at is null`
    yield* runSql`update invitations set email = ${deletedEmail(user)}
      where lower(email) = any(${addresses}::text[])`
    yield* runSql`update users set email = ${deletedEmail(user)}, name = 'Deleted person', former_emails = '{}',
        time_zone = null, muted_notices = '{}', last_signed_in_at = null, updated_at = now() where id = ${user}`
    return emails
  })
