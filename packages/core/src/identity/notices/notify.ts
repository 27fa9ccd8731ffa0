import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { membersWithRoles } from "../../access/membership.ts"
import { readAttention } from "../../attention/index.ts"
import { runStatement } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { Mailer } from "../mail/mailer.ts"
import { Webhooks } from "../webhook/webhooks.ts"
import { noticeKinds } from "./notice-draft.ts"
import type { NoticeKind } from "./notice-kind.ts"
import { claimReceipts, lockNotices, type OpenState, updateNotices } from "./notice-rows.ts"

/**
 * Notifies everyone who can act on a new state. The notice, the record of who knows it and the jobs commit
 * together, so a repeated or concurrent run sends nothing twice. What arrives within the hour waits for a digest.
 */
const notifyOf = (kind: NoticeKind, states: ReadonlyArray<OpenState>) =>
  Effect.gen(function* () {
    const mailer = yield* Mailer
    const webhooks = yield* Webhooks
    const newest = yield* updateNotices(kind.name, states)
    if (newest.size === 0) return 0
    const members = (yield* membersWithRoles([...newest.keys()], kind.roles)).filter(
      ({ muted }) => !muted.includes(kind.name)
    )
    const due = yield* claimReceipts(kind.name, members, newest)
    for (const { organization_id: organization, told_before, user_id: user } of due) {
      const { email } = members.find((one) => one.organization_id === organization && one.user_id === user)!
      const after = kind.emailTells === "all" ? null : told_before
      yield* mailer.enqueue(email, { kind: kind.name, organization, user, after })
    }
    yield* webhooks.announce(kind.name)
    return due.length
  })

/** Sends what is new, one kind after the other. Returns the number of emails of each kind. */
export const sendNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  yield* mailer.ready
  // The states are read under the lock: an earlier read could end a state that began meanwhile.
  const notify = Effect.gen(function* () {
    yield* lockNotices
    const attention = yield* readAttention(null, runStatement)
    return yield* Effect.forEach(noticeKinds, (kind) => {
      const states = [...attention].flatMap(([organization_id, { items }]) =>
        kind.subjectsOf(items).map((subject) => ({ organization_id, subject }))
      )
      return Effect.map(notifyOf(kind, states), (count) => [kind.name, count] as const)
    })
  })
  return Object.fromEntries(yield* sql.withTransaction(notify))
})

/** Every minute: an email leaves about when the state begins, and no request waits for it. */
export const noticeSchedule = registerSchedule({ name: "notices", cron: "* * * * *", run: sendNotices })
