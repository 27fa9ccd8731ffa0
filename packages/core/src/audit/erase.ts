import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Array as Arrays, Effect } from "effect"
import { runSql } from "../storage/index.ts"
import { hashedValue } from "./hash.ts"

/** Limits each statement to this many events, so that it holds no lock for long. */
const batchSize = 5000

interface PersonalEvent {
  readonly organization_id: number
  readonly position: number
  readonly personal_key: string
  readonly user_email: string | null
  readonly ip: string | null
  readonly user_agent: string | null
}

/** Replaces the values of events of one organization by the digests that their hashes cover. */
const eraseEvents = (events: Arrays.NonEmptyReadonlyArray<PersonalEvent>) => {
  const digests = (column: string, read: (event: PersonalEvent) => string | null) =>
    events.map((event) => hashedValue(column, read(event), event.personal_key))
  return runSql`
    update audit_sealed s set user_email = v.user_email, ip = v.ip, user_agent = v.user_agent, personal_key = null
    from unnest(${events.map(({ position }) => position)}::bigint[], ${digests("user", (event) => event.user_email)}::text[],
      ${digests("ip", ({ ip }) => ip)}::text[], ${digests("user_agent", (event) => event.user_agent)}::text[])
      as v (position, user_email, ip, user_agent)
    where s.organization_id = ${events[0].organization_id} and s.position = v.position and s.personal_key is not null`
}

/**
 * Replaces the personal values of all events with this email address by their digests, and deletes the keys of
 * those events. Every hash and every saved head stay valid, and nothing leads back to the values. Events that were
 * sealed before keys existed keep their values until retention deletes them. Returns the number of events.
 */
export const eraseFromAudit = (email: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let total = 0
    for (let last = batchSize; last === batchSize; total += last) {
      const events = yield* sql<PersonalEvent>`
        select organization_id, position, personal_key, user_email, ip, user_agent from audit_sealed
        where user_email = ${email} and personal_key is not null limit ${batchSize}`
      const byOrganization = Arrays.groupBy(events, (event) => String(event.organization_id))
      yield* Effect.forEach(Object.values(byOrganization), eraseEvents, { discard: true })
      last = events.length
    }
    return total
  })
