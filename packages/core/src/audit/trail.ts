import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { randomBase62 } from "../contract/index.ts"
import type { AuditDraft, AuditOutcome, AuditRecord } from "../request/audit-event.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { makeBatch } from "../storage/batch.ts"
import { bindStatement, deferStatements, Statements, sharedStatement, statement } from "../storage/index.ts"
import { makeAuditBacklog } from "./backlog.ts"

const columns = `at timestamptz, organization_id bigint, request_id text, surface text, operation text, method text,
  path text, status_code smallint, error_code text, actor_type text, user_email text, key_prefix text,
  key_last_four text, ip text, user_agent text, count integer`
const names = columns.replaceAll(/ (timestamptz|bigint|text|smallint|integer)/g, "")

/** An event without an organization is stored under organization 0. */
const values = names.replace("organization_id", "coalesce(organization_id, 0)")

const insertAll = sharedStatement(`
insert into audit_unsealed (id, ${names})
select id, ${values} from json_to_recordset($1::json) as event (id text, ${columns})`)

/** For events that can already be stored: the outcome of an earlier attempt can be unknown. */
const insertMissing = statement(`
insert into audit_unsealed (id, ${names})
select id, ${values} from json_to_recordset($1::json) as event (id text, ${columns})
where not exists (select from audit_unsealed u
    where u.organization_id = coalesce(event.organization_id, 0) and u.id = event.id)
  and not exists (select from audit_sealed s
    where s.organization_id = coalesce(event.organization_id, 0) and s.at = event.at and s.id = event.id)`)

/** For the event of a change, which is inserted alone. */
const fields = names.split(/,\s*/) as ReadonlyArray<keyof CountedRecord>
const insertOne = statement(`
insert into audit_unsealed (id, ${names}) values ($1, ${fields.map((_, n) => `$${n + 2}`).join(", ")})`)

/**
 * The minute is the database's, so that hosts count into the same row. Rows are ordered by key, or two hosts
 * could deadlock. A sealed row is never matched: a later rejection starts a new row.
 */
const insertCounted = sharedStatement(`
insert into audit_unsealed (id, ${names}, window_start, window_subject)
select id, ${values}, date_trunc('minute', clock_timestamp()), window_subject
from json_to_recordset($1::json) as event (id text, ${columns}, window_subject text)
order by coalesce(organization_id, 0), window_subject
on conflict (organization_id, window_start, window_subject) where window_subject is not null
do update set count = audit_unsealed.count + excluded.count`)

interface CountedRecord extends AuditRecord {
  readonly count: number
  readonly window_subject?: string
}

/** Ids that grow with time keep the index's new entries together. */
const newAuditId = (): string => `aud_${Date.now().toString(36)}${randomBase62(14)}`

const rowsOf = (events: ReadonlyArray<AuditRecord & Partial<CountedRecord>>): string =>
  JSON.stringify(events.map((event) => ({ id: newAuditId(), count: 1, ...event })))

/** Writes an event in the open transaction, so that the change and its event commit together. */
export const recordInTransaction = (
  draft: AuditDraft,
  outcome: AuditOutcome
): Effect.Effect<void, SqlError, SqlClient.SqlClient> => {
  const event: CountedRecord = { ...draft, ...outcome, organization_id: draft.organization_id ?? 0, count: 1 }
  return deferStatements(bindStatement(insertOne, [newAuditId(), ...fields.map((field) => event[field])]))
}

/** Runs an effect and writes its event in one transaction. */
export const withAuditEvent = <A, E>(
  audit: AuditDraft,
  work: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<HandlerResponse<A>, E | SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    work.pipe(
      Effect.tap(() => recordInTransaction(audit, { status_code: 200, error_code: null })),
      Effect.map((output) => ({ ...respondWith(output), audited: true })),
      sql.withTransaction
    )
  )

interface LimitedRequest {
  readonly event: AuditRecord
  readonly subject: string
}

/** One row per subject, with the facts of its first rejection. */
const bySubject = (refusals: ReadonlyArray<LimitedRequest>): ReadonlyArray<CountedRecord> => {
  const rows = new Map<string, CountedRecord>()
  for (const { event, subject } of refusals) {
    const row = rows.get(subject) ?? { ...event, count: 0, window_subject: subject }
    rows.set(subject, { ...row, count: row.count + 1 })
  }
  return [...rows.values()]
}

/**
 * Stores an event for every request. A response waits until its event is committed. Concurrent requests share
 * one insert, which keeps the wait short.
 */
export class AuditTrail extends Context.Tag("@adwarden/AuditTrail")<
  AuditTrail,
  {
    readonly record: (event: AuditRecord) => Effect.Effect<void, SqlError>
    /** Records a rate-limit rejection: one event counts all rejections of a subject within a minute. */
    readonly recordLimited: (event: AuditRecord, subject: string) => Effect.Effect<void, SqlError>
    /** Stores the event of a request answered `unavailable`, and writes it when the database is back. */
    readonly recordLater: (event: AuditRecord) => void
    /** Opens when there is something to seal; the sealer closes it. */
    readonly written: Effect.Latch
  }
>() {
  static readonly layer = Layer.scoped(
    AuditTrail,
    Effect.gen(function* () {
      const statements = yield* Statements
      const written = yield* Effect.makeLatch()
      const signalWritten = <A>(items: ReadonlyArray<unknown>, work: Effect.Effect<A, SqlError>) =>
        Effect.map(work, () => {
          written.unsafeOpen()
          return items.map(() => undefined)
        })

      const events = makeBatch({
        maxSize: 1000,
        concurrency: 1,
        statement: insertAll,
        inSpan: statements.inSpan,
        flush: (events: ReadonlyArray<AuditRecord>) =>
          signalWritten(events, statements.query(insertAll, [rowsOf(events)]))
      })

      const refusals = makeBatch({
        maxSize: 5000,
        concurrency: 1,
        statement: insertCounted,
        inSpan: statements.inSpan,
        flush: (limited: ReadonlyArray<LimitedRequest>) =>
          signalWritten(limited, statements.query(insertCounted, [rowsOf(bySubject(limited))]))
      })

      const backlog = yield* makeAuditBacklog<CountedRecord & { readonly id: string }>({
        write: (events) => signalWritten(events, statements.query(insertMissing, [JSON.stringify(events)]))
      })

      return {
        record: events.add,
        recordLater: (event) => backlog.add({ id: newAuditId(), count: 1, ...event }),
        recordLimited: (event, subject) => refusals.add({ event, subject }),
        written
      }
    })
  )
}
