import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { registerSchedule } from "../../tasks/registries.ts"
import { Mailer } from "./mailer.ts"

interface ExpiringKey {
  readonly organization_id: number
  readonly id: number
  readonly email: string
}

/**
 * Notifies the creators of keys 30 and 7 days before expiry, once each: the email and the record of it commit
 * together. If the first notice was missed, only the second is sent. There is no notice for a key that is
 * revoked, replaced or unusable for its creator.
 */
export const sendExpiryNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  yield* mailer.ready

  const claimExpiring = (days: 30 | 7) => {
    const column = sql.literal(`expiry_notice_${days}d_at`)
    return sql<ExpiringKey>`
      update api_keys k set ${column} = now()
      from users u, memberships m
      where u.id = k.user_id and u.disabled_at is null
        and m.organization_id = k.organization_id and m.user_id = k.user_id
        and k.revoked_at is null and k.replaced_by is null and k.${column} is null
        and k.expires_at > now() + ${days === 30 ? 7 : 0}::integer * interval '1 day'
        and k.expires_at <= now() + ${days}::integer * interval '1 day'
      returning k.organization_id, k.id, u.email`
  }

  const notify = (days: 30 | 7) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const keys = yield* claimExpiring(days)
        yield* Effect.forEach(keys, ({ email, id, organization_id: organization }) =>
          mailer.enqueue(email, { kind: "key_expiry", organization, key: id, days })
        )
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
