import type { SqlError } from "@effect/sql/SqlError"
import { Array as Arrays, Effect } from "effect"
import { randomBase62 } from "../contract/index.ts"
import type { AuditRecord } from "../request/clearance.ts"
import {
  type BoundStatement,
  bindStatement,
  makeClusterCheck,
  type Statement,
  type StatementsShape,
  sharedStatement,
  statement
} from "../storage/index.ts"

/** A row of the trail. Rows that count rejections have a subject. */
export interface CountedRecord extends AuditRecord {
  readonly id: string
  readonly count: number
  readonly window_subject?: string
}

/** The columns that an event is written with, and their types. */
export const columns = `at timestamptz, organization_id bigint, request_id text, surface text, operation text, method text,
  path text, status_code smallint, error_code text, actor_type text, user_email text, key_prefix text,
  key_last_four text, ip text, user_agent text, count integer`
export const names = columns.replaceAll(/ (timestamptz|bigint|text|smallint|integer)/g, "")

/** An event without an organization is stored under organization 0. */
const selected = names.replace("organization_id", "coalesce(organization_id, 0)")
export const organizationOf = (event: AuditRecord): number => event.organization_id ?? 0

const minute = "date_trunc('minute', clock_timestamp())"
const onSameMinute = `on conflict (organization_id, window_start, window_subject) where window_subject is not null
do update set count = audit_unsealed.count + excluded.count`

/**
 * The minute is the database's, so that hosts count into the same row. Rows are ordered by key, or two hosts
 * could deadlock. A sealed row is never matched: a later rejection starts a new row.
 */
export const insertCounted = sharedStatement(
  "insert",
  `
insert into audit_unsealed (id, ${names}, window_start, window_subject)
select id, ${selected}, ${minute}, window_subject
from json_to_recordset($1::json) as event (id text, ${columns}, window_subject text)
order by coalesce(organization_id, 0), window_subject
${onSameMinute}`
)

const fields = ["id", ...names.split(/,\s*/)] as ReadonlyArray<keyof CountedRecord>
const valuesOf = (event: CountedRecord): ReadonlyArray<unknown> =>
  fields.map((field) => (field === "organization_id" ? organizationOf(event) : event[field]))

const parametersOf = (row: number) => fields.map((_, n) => `$${row * fields.length + n + 1}`).join(", ")
const insertRowsText = (count: number) =>
  `insert into audit_unsealed (id, ${names}) values (${Arrays.makeBy(count, parametersOf).join("), (")})`

/** For the event of a change, which is inserted alone. */
const insertOne = statement(insertRowsText(1))
export const insertEvent = (event: CountedRecord): BoundStatement => bindStatement(insertOne, valuesOf(event))

/** Events of one organization as plain rows. Their number is limited, and with it the number of statements. */
const maxRows = 8
const insertRows = Arrays.makeBy(maxRows, (n) => sharedStatement("insert", insertRowsText(n + 1)))
const insertCountedOne = sharedStatement(
  "insert",
  `
insert into audit_unsealed (id, ${names}, window_start, window_subject)
values (${parametersOf(0)}, ${minute}, $${fields.length + 1}) ${onSameMinute}`
)

/** Which of these events are stored. */
export const storedIds = statement(`
select id from audit_unsealed where organization_id = $1 and id = any($2::text[])
union all
select id from audit_sealed where organization_id = $1 and at = any($3::timestamptz[]) and id = any($2::text[])`)

/** Ids that grow with time keep the index's new entries together. */
export const newAuditId = (): string => `aud_${Date.now().toString(36)}${randomBase62(14)}`

type Insert = (events: ReadonlyArray<CountedRecord>) => Effect.Effect<void, SqlError>

/**
 * Inserts events without a position in their chain; the sealer gives them one. A cluster takes a statement for each
 * organization, because one for several would commit on several nodes.
 */
export const makeInsertion = (
  statements: StatementsShape
): { readonly events: Insert; readonly counted: Insert; readonly missing: Insert } => {
  const isCluster = makeClusterCheck(statements)
  const run = (bound: Statement, values: ReadonlyArray<unknown>) =>
    Effect.asVoid(statements.read(bindStatement(bound, values)))

  const rowsByOrganization: Insert = (events) =>
    Effect.forEach(
      Object.values(Arrays.groupBy(events, (event) => String(organizationOf(event)))).flatMap((own) =>
        Arrays.chunksOf(own, maxRows)
      ),
      (rows) => run(insertRows[rows.length - 1]!, rows.flatMap(valuesOf)),
      { concurrency: "unbounded", discard: true }
    )

  const eachCounted: Insert = (events) =>
    Effect.forEach(events, (event) => run(insertCountedOne, [...valuesOf(event), event.window_subject]), {
      concurrency: "unbounded",
      discard: true
    })

  /** A lone row is one plain statement everywhere. */
  const counted: Insert = (events) =>
    events.length === 1
      ? eachCounted(events)
      : Effect.flatMap(isCluster, (cluster) =>
          cluster ? eachCounted(events) : run(insertCounted, [JSON.stringify(events)])
        )

  /** For events that can already be stored: the outcome of an earlier attempt can be unknown. */
  const missing: Insert = (events) =>
    Effect.forEach(
      Object.values(Arrays.groupBy(events, (event) => String(organizationOf(event)))),
      (own) =>
        Effect.flatMap(
          statements.read(
            bindStatement<{ readonly id: string }>(storedIds, [
              organizationOf(own[0]),
              own.map(({ id }) => id),
              own.map(({ at }) => at)
            ])
          ),
          (rows) => {
            const stored = new Set(rows.map(({ id }) => id))
            return rowsByOrganization(own.filter(({ id }) => !stored.has(id)))
          }
        ),
      { concurrency: "unbounded", discard: true }
    )

  return { events: rowsByOrganization, counted, missing }
}
