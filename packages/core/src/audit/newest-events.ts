import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import { type AuditEvent, type Input, operationByName } from "../contract/index.ts"
import { bindStatement, Statements, statement } from "../storage/index.ts"
import { searchedEvents } from "./key-requests.ts"
import { auditWindow } from "./window.ts"

/** An event as the page of the audit trail lists it. */
export type ListedEvent = Pick<
  AuditEvent,
  | "at"
  | "surface"
  | "operation"
  | "path"
  | "status_code"
  | "error_code"
  | "actor_type"
  | "user"
  | "key_prefix"
  | "key_last_four"
  | "ip"
  | "count"
>

export interface EventFilter {
  readonly period: Omit<Input<"audit.export">, "org" | "format">
  /** Every event, only what changed something or tried to, or only what was refused. */
  readonly kind: "all" | "changes" | "refused"
  /** Email of a person, or the last four characters of a key; null for everybody. */
  readonly who: string | null
}

const shownEvents = 50

/** What only reads: operations that do, and pages. */
const reads = [...operationByName.values()].flatMap(({ effect, name }) => (effect === "read" ? [name] : []))

const columns =
  "sequence, at, surface, operation, path, status_code, error_code, actor_type, user_email, key_prefix, key_last_four, ip, count"
const inWindow = `organization_id = $1 and at >= to_timestamp($2::float8 / 1000)
  and ($3::float8 is null or at < to_timestamp($3::float8 / 1000))`

const newest = statement(`
select at, surface, operation, path, status_code, error_code, actor_type, user_email as "user", key_prefix,
  key_last_four, ip, count
from (
  select * from (select ${columns} from audit_sealed where ${inWindow}
    order by position desc limit ${searchedEvents}) as sealed
  union all
  select ${columns} from audit_unsealed where ${inWindow}) as event
where ($4::text is null or lower(user_email) = lower($4) or key_last_four = $4)
  and case $5 when 'refused' then status_code >= 400
    when 'changes' then operation not like 'pages.%' and operation <> all($6::text[]) else true end
order by at desc, sequence desc limit ${shownEvents}`)

/** Makes the function that reads the newest events of an organization. The caller checks who can see them. */
export const makeNewestEvents = Effect.map(
  Statements,
  (statements) =>
    (
      organization: number,
      { kind, period, who }: EventFilter
    ): Effect.Effect<ReadonlyArray<ListedEvent>, SqlError> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { before, from } = auditWindow(period, now)
        return statements.read(
          bindStatement<ListedEvent>(newest, [organization, from, before, who, kind, reads])
        )
      })
)
