import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { membersWithRoles } from "../../access/members-with-roles.ts"
import { mayDecide } from "../../changes/approvals/decide.ts"
import { newestPending } from "../../changes/approvals/pending-writes.ts"
import { roles } from "../../contract/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { Mailer } from "./mailer.ts"

/** An approver gets a notice at once, and then at most one digest in this time. */
const digestPeriod = "interval '1 hour'"

/**
 * Sends email to everyone who can decide on new pending writes. The claim of a notice and its email commit
 * together, so concurrent workers send one. What arrives within the hour waits for the digest.
 */
export const sendApprovalNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  yield* mailer.ready
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const pending = yield* newestPending
      if (pending.length === 0) return { notices: 0 }
      const newestOf = new Map(pending.map(({ newest, organization_id }) => [organization_id, newest]))
      const approvers = yield* membersWithRoles([...newestOf.keys()], roles.filter(mayDecide))
      const claimed = yield* sql<{ organization_id: number; user_id: number }>`
        insert into approval_notices as n (organization_id, user_id, seen_until)
        select * from unnest(${approvers.map((one) => one.organization_id)}::bigint[],
          ${approvers.map((one) => one.user_id)}::bigint[],
          ${approvers.map((one) => newestOf.get(one.organization_id)!)}::timestamptz[])
        on conflict (organization_id, user_id) do update set sent_at = now(), seen_until = excluded.seen_until
          where n.seen_until < excluded.seen_until and n.sent_at <= now() - ${sql.literal(digestPeriod)}
        returning organization_id, user_id`
      for (const { organization_id: organization, user_id: user } of claimed) {
        const { email } = approvers.find(
          (one) => one.organization_id === organization && one.user_id === user
        )!
        yield* mailer.enqueue(email, { kind: "approval", organization, user })
      }
      return { notices: claimed.length }
    })
  )
})

/** Every minute, so that an email leaves about when the write is queued, and no write waits for it. */
export const approvalNoticeSchedule = registerSchedule({
  name: "approval-notices",
  cron: "* * * * *",
  run: sendApprovalNotices
})
