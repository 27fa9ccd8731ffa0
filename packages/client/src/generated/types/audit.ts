// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export interface AuditEvent {
  readonly id: string
  readonly at: string
  readonly request_id: string
  readonly surface: Open<Surface>
  readonly operation: string | null
  readonly method: string | null
  readonly path: string | null
  readonly status_code: number
  readonly error_code: string | null
  /** Null for an unknown caller. */
  readonly actor_type: Open<"api_key" | "user" | "engine" | "operator"> | null
  readonly user: string | null
  readonly key_prefix: string | null
  readonly key_last_four: string | null
  readonly ip: string | null
  readonly user_agent: string | null
  /** 1, or how many rate-limit rejections the row counts. */
  readonly count: number
  /** Hash of the event before it in its organization. */
  readonly previous_hash: string | null
  /** Null while the newest events are not sealed yet. */
  readonly hash: string | null
  /** Ties user, ip and user_agent to the hash; null once they are erased. */
  readonly personal_key: string | null
}

export type Surface = "rest" | "mcp" | "dashboard" | "cli"

/** Parameters of `client.audit.export`. */
export interface AuditExportParams {
  /** First day, YYYY-MM-DD. */
  readonly from?: string | undefined
  /** Last day, YYYY-MM-DD. */
  readonly to?: string | undefined
}

/** Response of `client.audit.export`. */
export interface AuditExportAnswer {
  readonly total: number
  /** Hash of the last sealed event here; store it to detect a truncated trail. */
  readonly head: string | null
  readonly events: ReadonlyArray<AuditEvent>
}
