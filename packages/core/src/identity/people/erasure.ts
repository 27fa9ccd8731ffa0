import { Effect } from "effect"
import { deletedEmail } from "../../access/people.ts"
import { forgetPersonInQueue } from "../../approvals/queued-write.ts"
import { eraseFromAudit } from "../../audit/retention.ts"
import { forgetPersonInStops } from "../../campaigns/index.ts"
import { forgetPersonInLog } from "../../log/action-log.ts"
import { forgetConnector } from "../../platform/logins.ts"
import { runSql, sqlText } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"

/** Until then the person's last requests are sealed. */
const erasureDelay = "interval '3 minutes'"

/** Erases the addresses of deleted people from records that keep a copy. It can be repeated. */
export const erasePeople = Effect.gen(function* () {
  const due = yield* runSql<{ user_id: number; email: string }>`
    select user_id, email from erasures where requested_at < now() - ${sqlText(erasureDelay)}`
  for (const { email, user_id: user } of due) {
    const replacement = deletedEmail(user)
    yield* eraseFromAudit(email)
    yield* forgetPersonInLog(user, replacement)
    yield* forgetPersonInQueue(user, replacement)
    yield* forgetPersonInStops(user, email, replacement)
    yield* forgetConnector(user)
    yield* runSql`update emails set recipient = ${replacement}, dropped_at = case
        when num_nonnulls(sent_at, failed_at, dropped_at) = 0 then now() else dropped_at end
      where lower(recipient) = lower(${email})`
    yield* runSql`delete from erasures where user_id = ${user} and email = ${email}`
  }
  return { erased: due.length }
})

export const erasureSchedule = registerSchedule({ name: "erasure", cron: "*/5 * * * *", run: erasePeople })
