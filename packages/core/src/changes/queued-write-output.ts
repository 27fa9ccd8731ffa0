import { Effect } from "effect"
import { type Output, pagePaths } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Settings } from "../settings.ts"
import { actorOf } from "./action-log.ts"
import { isRequester, type QueuedWrite } from "./approvals/queued-write.ts"
import { CampaignDirectory } from "./campaign-directory.ts"
import { queuedResultColumn } from "./stored.ts"

/** A queued write in its wire format. */
export type QueuedWriteOutput = Output<"queued_writes.get">

export interface QueuedWriteRow
  extends Pick<QueuedWriteOutput, "id" | "status" | "operation" | "requested_at">,
    Pick<
      QueuedWrite,
      | "requester_type"
      | "requester_user_id"
      | "requester_user_email"
      | "requester_key_id"
      | "requester_key_prefix"
      | "requester_key_last_four"
      | "requester_connection_id"
    > {
  readonly expires_at: NonNullable<QueuedWriteOutput["expires_at"]>
  readonly campaign_id: number | null
  readonly summary: string
  readonly comment: string | null
  readonly preview: Readonly<Record<string, unknown>> | null
  readonly reason: string | null
  readonly result: unknown
}

/** SQL: an expired write counts as rejected, even before the expiry job has run. */
const isExpiredSql = "(status = 'pending' and claimed_at is null and expires_at <= now())"
export const currentStatus = `case when ${isExpiredSql} then 'rejected' else status end`

export const queuedWriteColumns = `id, ${currentStatus} as status, operation, requested_at, expires_at, campaign_id,
  summary, comment, preview, case when ${isExpiredSql} then 'expired' else reason end as reason, result,
  requester_type, requester_user_id, requester_user_email, requester_key_id, requester_key_prefix, requester_key_last_four,
  requester_connection_id`

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

/** Makes the function that completes rows with their campaigns and puts them into the wire format. */
export const makeQueuedWriteOutputs = Effect.gen(function* () {
  const directory = yield* CampaignDirectory
  const { appUrl } = yield* Settings
  return Effect.fnUntraced(function* (
    rows: ReadonlyArray<QueuedWriteRow>,
    { caller, organization }: Pick<OrganizationClearance, "caller" | "organization">
  ) {
    const campaigns = yield* directory.find(
      organization.id,
      rows.map(({ campaign_id }) => campaign_id)
    )
    return rows.map((row) => {
      const { comment, id, preview, reason, result } = row
      return {
        id,
        status: row.status,
        operation: row.operation,
        requested_at: row.requested_at,
        requested_by: actorOf({
          type: row.requester_type,
          prefix: row.requester_key_prefix,
          lastFour: row.requester_key_last_four,
          user: row.requester_user_email
        }),
        mine: isRequester(row, caller),
        expires_at: row.expires_at,
        campaign: campaigns.get(row.campaign_id)?.slug ?? null,
        summary: row.summary,
        ...(comment === null ? {} : { comment }),
        would_change: wouldChangeOf(preview),
        ...(isTexts(preview?.["warnings"]) ? { warnings: preview["warnings"] } : {}),
        may_decide: ["admin", "owner"],
        url: `${appUrl}${pagePaths.optimization(organization.slug, id)}`,
        ...(reason === null ? {} : { reason }),
        ...(result === null
          ? {}
          : { result: queuedResultColumn.read(result, { organization: organization.id, id }) })
      } satisfies QueuedWriteOutput
    })
  })
})
