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
