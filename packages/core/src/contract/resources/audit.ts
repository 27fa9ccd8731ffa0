import { Schema } from "effect"
import { described, OneOf, Timestamp } from "../values/index.ts"

export const surfaces = ["rest", "mcp", "dashboard", "cli"] as const
export type Surface = (typeof surfaces)[number]

const maybe = Schema.NullOr(Schema.String)

/** The columns of the export, in their order, for JSON and CSV. */
export const AuditEvent = Schema.Struct({
  id: Schema.String,
  at: Timestamp,
  request_id: Schema.String,
  surface: OneOf(...surfaces),
  operation: maybe,
  method: maybe,
  path: maybe,
  status_code: Schema.Int,
  error_code: maybe,
  actor_type: described(
    Schema.NullOr(OneOf("api_key", "user", "engine", "operator")),
    "Null for an unknown caller"
  ),
  user: maybe,
  key_prefix: maybe,
  key_last_four: maybe,
  ip: maybe,
  user_agent: maybe,
  count: described(Schema.Int, "1, or how many rate-limit rejections the row counts"),
  previous_hash: described(maybe, "Hash of the event before it in its organization"),
  hash: described(maybe, "Null while the newest events are not sealed yet"),
  personal_key: described(maybe, "Ties user, ip and user_agent to the hash; null once they are erased")
})
export type AuditEvent = typeof AuditEvent.Encoded
export const auditColumns = Object.keys(AuditEvent.fields) as ReadonlyArray<keyof AuditEvent>
