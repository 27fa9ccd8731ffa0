import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import { type AuditEvent, type Input, operationByName } from "../contract/index.ts"
import { bindStatement, Statements, statement } from "../storage/index.ts"
import { auditWindow } from "./rows.ts"

/** A request as the page of its key shows it. */
export type KeyRequest = Pick<
  AuditEvent,
  | "at"
  | "surface"
  | "operation"
  | "method"
  | "path"
  | "status_code"
  | "error_code"
  | "ip"
  | "user_agent"
  | "count"
>

const requestColumns = `sequence, at, surface, operation, method, path, status_code, error_code, ip, user_agent, count,
  key_prefix, key_last_four`

/** No index leads to the events of a key, so only the newest events of the organization are searched. */
const searchedEvents = 20_000

/** The calls of a key on a day (UTC). */
export interface KeyDay {
  readonly day: string
  readonly calls: number
  /** Set if the organization has more events than are searched: the time of the oldest one that was. */
  readonly since: string | null
}

const dayColumns = "at, count, key_prefix, key_last_four"

const days = statement(`
with searched as (
  select * from (select ${dayColumns} from audit_sealed where organization_id = $1 and at >= $4
    order by position desc limit ${searchedEvents}) as sealed
  union all
  select ${dayColumns} from audit_unsealed where organization_id = $1 and at >= $4)
select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(count)::int as calls,
  case when (select count(*) from searched) >= ${searchedEvents} then (select min(at) from searched) end as since
from searched where key_prefix = $2 and key_last_four = $3 group by 1 order by 1`)

/** Reads how many calls were made with a key on each day since a time; days without any are left out. */
export const readKeyDays = (
  organization: number,
  { last_four, prefix }: { readonly prefix: string; readonly last_four: string },
  since: string
) => bindStatement<KeyDay>(days, [organization, prefix, last_four, since])

const newestRequests = statement(`
select at, surface, operation, method, path, status_code, error_code, ip, user_agent, count from (
  select * from (select ${requestColumns} from audit_sealed where organization_id = $1
    order by position desc limit ${searchedEvents}) as sealed
  union all
  select ${requestColumns} from audit_unsealed where organization_id = $1) as event
where key_prefix = $2 and key_last_four = $3 order by at desc, sequence desc limit $4`)

/** Reads the newest requests with a key. */
export const readKeyRequests = (
  organization: number,
  { last_four, prefix }: { readonly prefix: string; readonly last_four: string },
  limit: number
) => bindStatement<KeyRequest>(newestRequests, [organization, prefix, last_four, limit])

/** An event as the page of the audit trail lists it. */
export type ListedEvent = Pick<
  AuditEvent,
  | "at"
  | "request_id"
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
  /** The page of the list, from 0. */
  readonly page: number
}

/** The events of a page. */
export const shownEvents = 50

/** What only reads: operations that do, and pages. */
const reads = [...operationByName.values()].flatMap(({ effect, name }) => (effect === "read" ? [name] : []))

const eventColumns =
  "sequence, at, request_id, surface, operation, path, status_code, error_code, actor_type, user_email, key_prefix, key_last_four, ip, count"
const inWindow = `organization_id = $1 and at >= to_timestamp($2::float8 / 1000)
  and ($3::float8 is null or at < to_timestamp($3::float8 / 1000))`

const newestEvents = statement(`
select at, request_id, surface, operation, path, status_code, error_code, actor_type, user_email as "user", key_prefix,
  key_last_four, ip, count
from (
  select * from (select ${eventColumns} from audit_sealed where ${inWindow}
    order by position desc limit ${searchedEvents}) as sealed
  union all
  select ${eventColumns} from audit_unsealed where ${inWindow}) as event
where ($4::text is null or lower(user_email) = lower($4) or key_last_four = $4)
  and case $5 when 'refused' then status_code >= 400
    when 'changes' then operation not like 'pages.%' and operation <> all($6::text[]) else true end
order by at desc, sequence desc limit ${shownEvents} offset $7`)

/** Makes the function that reads the newest events of an organization. The caller checks who can see them. */
export const makeNewestEvents = Effect.map(
  Statements,
  (statements) =>
    (
      organization: number,
      { kind, page, period, who }: EventFilter
    ): Effect.Effect<ReadonlyArray<ListedEvent>, SqlError> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { before, from } = auditWindow(period, now)
        return statements.read(
          bindStatement<ListedEvent>(newestEvents, [
            organization,
            from,
            before,
            who,
            kind,
            reads,
            page * shownEvents
          ])
        )
      })
)
