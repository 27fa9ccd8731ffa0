import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { Members } from "../../access/index.ts"
import { deletedEmail, removePersonalData } from "../../access/people.ts"
import { eraseFromAudit } from "../../audit/retention.ts"
import { forgetPersonInStops } from "../../campaigns/index.ts"
import { forgetPersonInChanges } from "../../changes/action-log.ts"
import { forgetConnector } from "../../platform/logins.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { makeAuditedTransaction } from "./audited-transaction.ts"

/** People delete their own account. */
export const deletePersonEndpoint = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const members = yield* Members
  const auditedTransaction = yield* makeAuditedTransaction

  /** Ends all access at once, and removes name and address. The only owner of an organization is refused. */
  const endpoint: Endpoint<null> = {
    name: "people.delete",
    admits: "callers",
    kinds: ["person"],
    needsConfirmation: true,
    run: ({ audit, caller }) => {
      const user = caller.userId
      const anonymous = { ...audit, user_email: deletedEmail(user), ip: null, user_agent: null }
      return auditedTransaction(
        anonymous,
        200,
        Effect.gen(function* () {
          yield* members.disable(user)
          const emails = yield* removePersonalData(user)
          yield* sql`insert into erasures (user_id, email)
            select ${user}, email from unnest(${emails}::text[]) as e (email) on conflict do nothing`
          return { output: null }
        })
      )
    }
  }
  return endpoint
})

/** Until then the person's last requests are sealed. */
const erasureDelay = "interval '3 minutes'"

/** Erases the addresses of deleted people from records that keep a copy. It can be repeated. */
export const erasePeople = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const due = yield* sql<{ user_id: number; email: string }>`
    select user_id, email from erasures where requested_at < now() - ${sql.literal(erasureDelay)}`
  for (const { email, user_id: user } of due) {
    const replacement = deletedEmail(user)
    yield* eraseFromAudit(email)
    yield* forgetPersonInChanges(user, replacement)
    yield* forgetPersonInStops(user, email, replacement)
    yield* forgetConnector(user)
    yield* sql`update emails set recipient = ${replacement}, dropped_at = case
        when num_nonnulls(sent_at, failed_at, dropped_at) = 0 then now() else dropped_at end
      where lower(recipient) = lower(${email})`
    yield* sql`delete from erasures where user_id = ${user} and email = ${email}`
  }
  return { erased: due.length }
})

export const erasureSchedule = registerSchedule({ name: "erasure", cron: "*/5 * * * *", run: erasePeople })
