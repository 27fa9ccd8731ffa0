import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { randomBase62 } from "../contract/index.ts"
import { Statements, statement, unawaited } from "../storage/index.ts"
import type { AuditDraft, AuditEnding, AuditRecord } from "./audit-event.ts"
import { makeBatch } from "./batch.ts"

const columns = `at timestamptz, organization_id bigint, request_id text, surface text, operation text, method text,
  path text, status_code smallint, error_code text, actor_type text, user_email text, key_prefix text,
  key_last_four text, ip text, user_agent text`
const names = columns.replaceAll(/ (timestamptz|bigint|text|smallint)/g, "")

/** An event of no organization is kept as organization 0's. */
const values = names.replace("organization_id", "coalesce(organization_id, 0)")

const insertText = `
insert into audit_events (id, ${names})
select id, ${values} from json_to_recordset($1::json) as event (id text, ${columns})`
const insert = statement(insertText)

/** The events as rows; ids that grow with time keep the index's new entries together. */
const rowsOf = (events: ReadonlyArray<AuditRecord>): string => {
  const now = Date.now().toString(36)
  return JSON.stringify(events.map((event) => ({ id: `aud_${now}${randomBase62(14)}`, ...event })))
}

/**
 * Keeps an event of every request. An answer waits until its event is committed; the requests in flight
 * share one insert, so that the wait costs no more than throwing events away would.
 */
export class AuditTrail extends Context.Tag("@adwarden/AuditTrail")<
  AuditTrail,
  {
    readonly record: (event: AuditRecord) => Effect.Effect<void, SqlError>
    /** The same for a refusal for rate: one event stands for all of a minute that a subject was refused. */
    readonly recordLimited: (event: AuditRecord, subject: string) => Effect.Effect<void, SqlError>
    /** Writes the event in the transaction that is open: the change and its event are kept, or neither is. */
    readonly recordWithin: (
      draft: AuditDraft,
      ending: AuditEnding
    ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
    /** Opens when there is something for the sealer to do; the sealer closes it. */
    readonly written: Effect.Latch
  }
>() {
  static readonly layer = Layer.effect(
    AuditTrail,
    Effect.gen(function* () {
      const statements = yield* Statements
      const written = yield* Effect.makeLatch()
      const batch = makeBatch({
        most: 1000,
        turns: 1,
        flush: (events: ReadonlyArray<AuditRecord>) =>
          Effect.map(statements.query(insert, [rowsOf(events)]), () => {
            written.unsafeOpen()
            return events.map(() => undefined)
          })
      })
      return {
        record: batch.add,
        recordLimited: (event) => batch.add(event),
        recordWithin: (draft, ending) =>
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            unawaited(sql.unsafe(insertText, [rowsOf([{ ...draft, ...ending }])]))
          ),
        written
      }
    })
  )
}
