import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { randomBase62, type Surface } from "../contract/index.ts"
import { Statements, statement } from "../storage/index.ts"
import { makeBatch } from "./batch.ts"

export interface AuditRecord {
  readonly at: string
  readonly organization_id: number | null
  readonly request_id: string
  readonly surface: Surface
  readonly operation: string | null
  readonly method: string | null
  readonly path: string | null
  readonly status_code: number
  readonly error_code: string | null
  readonly actor_type: "api_key" | "user" | null
  readonly user_email: string | null
  readonly key_prefix: string | null
  readonly key_last_four: string | null
  readonly ip: string | null
  readonly user_agent: string | null
}

const columns = `at timestamptz, organization_id bigint, request_id text, surface text, operation text, method text,
  path text, status_code smallint, error_code text, actor_type text, user_email text, key_prefix text,
  key_last_four text, ip text, user_agent text`
const names = columns.replaceAll(/ (timestamptz|bigint|text|smallint)/g, "")

/** An event of no organization is kept as organization 0's. */
const values = names.replace("organization_id", "coalesce(organization_id, 0)")

const insert = statement(`
insert into audit_events (id, ${names})
select id, ${values} from json_to_recordset($1::json) as event (id text, ${columns})`)

/**
 * Keeps an event of every request. An answer waits until its event is committed; the requests in flight
 * share one insert, so that the wait costs no more than throwing events away would.
 */
export class AuditTrail extends Context.Tag("@adwarden/AuditTrail")<
  AuditTrail,
  {
    readonly record: (event: AuditRecord) => Effect.Effect<void, SqlError>
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
        flush: (events: ReadonlyArray<AuditRecord>) => {
          const now = Date.now().toString(36)
          const rows = events.map((event) => ({ id: `aud_${now}${randomBase62(14)}`, ...event }))
          return Effect.map(statements.query(insert, [JSON.stringify(rows)]), () => {
            written.unsafeOpen()
            return events.map(() => undefined)
          })
        }
      })
      return { record: batch.add, written }
    })
  )
}
