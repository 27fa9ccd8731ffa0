import { genesis, seal } from "../../src/audit/chain.ts"
import { type AuditEvent, operationByName, rowsWriterFor } from "../../src/contract/index.ts"

const operation = operationByName.get("audit.export")!

type EventOverrides = Partial<Omit<AuditEvent, "hash" | "previous_hash" | "personal_key">>

/** Events as the trail stores them, with arbitrary untrusted text. */
const unsealed = (overrides: EventOverrides, nth: number) => ({
  chain: 1,
  id: `aud_${nth}`,
  at: new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString(),
  request_id: `req_${nth}`,
  surface: "rest" as const,
  operation: "campaigns.list",
  method: "GET",
  path: "/v1/organizations/northwind/campaigns",
  status_code: 200,
  error_code: null,
  actor_type: "api_key" as const,
  user: "olivia@northwind.test",
  key_prefix: "svc_live_abcd",
  key_last_four: "wxyz",
  ip: "192.0.2.1",
  user_agent: "curl/8",
  count: 1,
  ...overrides
})

/** A chain of these events; the last ones are not sealed yet. */
export const chainOf = (
  overrides: ReadonlyArray<EventOverrides>,
  options: { readonly open?: number; readonly anchor?: string } = {}
): ReadonlyArray<AuditEvent> => {
  const { anchor = genesis, open = 0 } = options
  const events = overrides.map(unsealed)
  const heads = [{ organization_id: 1, position: 7, hash: anchor }]
  const places = seal(events.slice(0, events.length - open), heads).sealed
  return events.map(({ chain: _, ...event }, nth) => ({
    ...event,
    previous_hash: places[nth]?.previous_hash ?? null,
    hash: places[nth]?.hash ?? null,
    personal_key: places[nth]?.personal_key ?? null
  }))
}

export const headOf = (events: ReadonlyArray<AuditEvent>): string | null =>
  events.findLast(({ hash }) => hash !== null)?.hash ?? null

/** The files that the export would be saved as. */
export const asFile = {
  json: (events: ReadonlyArray<object>, header: { readonly total: number; readonly head: string | null }) => {
    const { prefix, suffix, formatRows } = rowsWriterFor(operation, {}, header)
    return `${prefix}${formatRows(events, true)}${suffix}`
  },
  csv: (events: ReadonlyArray<object>) => {
    const { prefix, formatRows } = rowsWriterFor(operation, { format: "csv" }, {})
    return `${prefix}${formatRows(events, true)}`
  }
}
