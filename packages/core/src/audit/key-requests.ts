import type { AuditEvent } from "../contract/index.ts"
import { bindStatement, statement } from "../storage/index.ts"

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

const columns = `sequence, at, surface, operation, method, path, status_code, error_code, ip, user_agent, count,
  key_prefix, key_last_four`

/** No index leads to the events of a key, so only the newest events of the organization are searched. */
export const searchedEvents = 20_000

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

const newest = statement(`
select at, surface, operation, method, path, status_code, error_code, ip, user_agent, count from (
  select * from (select ${columns} from audit_sealed where organization_id = $1
    order by position desc limit ${searchedEvents}) as sealed
  union all
  select ${columns} from audit_unsealed where organization_id = $1) as event
where key_prefix = $2 and key_last_four = $3 order by at desc, sequence desc limit $4`)

/** Reads the newest requests with a key. */
export const readKeyRequests = (
  organization: number,
  { last_four, prefix }: { readonly prefix: string; readonly last_four: string },
  limit: number
) => bindStatement<KeyRequest>(newest, [organization, prefix, last_four, limit])
