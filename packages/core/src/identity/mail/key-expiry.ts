import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { claimExpiringKeys } from "../../access/key-notices.ts"
import type { keyExpiryNoticeDays } from "../../contract/index.ts"
import { Events } from "../../events/events.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { Mailer, noticeOf } from "./mailer.ts"

/**
 * Notifies the creators of keys 30 and 7 days before expiry, once each: the email and the record of it commit
 * together. If the first notice was missed, only the second is sent. There is no notice for a key that is
 * revoked, replaced or unusable for its creator.
 */
export const sendExpiryNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  const events = yield* Events
  yield* mailer.ready

  const notify = (days: (typeof keyExpiryNoticeDays)[number]) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const keys = yield* claimExpiringKeys(sql, days)
        for (const { email, id, organization_id: organization } of keys) {
          const topic = { kind: "key_expiry", organization, key: id, days } as const
          yield* mailer.enqueue(email, topic)
          yield* events.recordNotice(organization, noticeOf(topic))
        }
        return keys.length
      })
    )

  return { days_30: yield* notify(30), days_7: yield* notify(7) }
})

export const keyExpirySchedule = registerSchedule({
  name: "key-expiry",
  cron: "23 * * * *",
  run: sendExpiryNotices
})
