import type { Output } from "../contract/index.ts"
import { queuedResultColumn } from "./stored.ts"

/** A queued write in its wire format. */
export type QueuedWriteOutput = Output<"queued_writes.get">

export interface QueuedWriteRow
  extends Pick<QueuedWriteOutput, "id" | "status" | "operation" | "requested_at"> {
  readonly expires_at: NonNullable<QueuedWriteOutput["expires_at"]>
  readonly campaign: string | null
  readonly summary: string
  readonly preview: Readonly<Record<string, unknown>> | null
  readonly reason: string | null
  readonly result: unknown
}

/** SQL: an expired write counts as rejected, even before the expiry job has run. */
const isExpiredSql = "(q.status = 'pending' and q.claimed_at is null and q.expires_at <= now())"
export const currentStatus = `case when ${isExpiredSql} then 'rejected' else q.status end`

export const queuedWriteColumns = `q.id, ${currentStatus} as status, q.operation, q.requested_at, q.expires_at,
  c.slug as campaign, q.summary, q.preview, case when ${isExpiredSql} then 'expired' else q.reason end as reason, q.result`

export const queuedWriteTables = `queued_writes q
  left join campaigns c on c.organization_id = q.organization_id and c.id = q.campaign_id`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string")

/** The field that holds consequences of the change rather than the change itself. */
const consequenceField = "would_lose"

/**
 * Returns what the preview would change. Previews of updates have it as would_change; of others each
 * `would_…` field counts, under its name without the prefix: `{ apply: […] }`, `{ create: … }`, `{ undo: …,
 * restore: […] }`.
 */
export const wouldChangeOf = (
  preview: Readonly<Record<string, unknown>> | null
): Readonly<Record<string, unknown>> => {
  if (preview === null) return {}
  if (isObject(preview["would_change"])) return preview["would_change"]
  return Object.fromEntries(
    Object.entries(preview).flatMap(([name, value]) =>
      name.startsWith("would_") && name !== consequenceField ? [[name.slice("would_".length), value]] : []
    )
  )
}

export const toQueuedWriteOutput = (
  { preview, reason, result, ...row }: QueuedWriteRow,
  organization: { readonly id: number; readonly slug: string },
  appUrl: string
): QueuedWriteOutput => ({
  ...row,
  would_change: wouldChangeOf(preview),
  ...(isTexts(preview?.["warnings"]) ? { warnings: preview["warnings"] } : {}),
  may_decide: ["admin", "owner"],
  url: `${appUrl}/o/${organization.slug}/optimizations`,
  ...(reason === null ? {} : { reason }),
  ...(result === null
    ? {}
    : { result: queuedResultColumn.read(result, { organization: organization.id, id: row.id }) })
})
