import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { queuedResultColumn } from "../changes/stored.ts"
import {
  type Output,
  pagePaths,
  RecommendationNotPending,
  RoleDenied,
  recordNotFound
} from "../contract/index.ts"
import { Events } from "../events/events.ts"
import { actorOf } from "../log/action-log.ts"
import { CampaignDirectory } from "../log/read-actions.ts"
import { EpochMillis, filteredList } from "../paging.ts"
import type { Caller } from "../request/caller.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { handler, registerHandlers } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { bindStatement, Statements, statement } from "../storage/index.ts"
import {
  findQueuedWrite,
  isRequester,
  pendingProblem,
  type QueuedWrite,
  withdraw,
  withdrawnReason
} from "./queued-write.ts"

/** A queued write in its wire format. */
type QueuedWriteOutput = Output<"queued_writes.get">

interface QueuedWriteRow
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
const currentStatus = `case when ${isExpiredSql} then 'rejected' else status end`

const queuedWriteColumns = `id, ${currentStatus} as status, operation, requested_at, expires_at, campaign_id,
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
const makeQueuedWriteOutputs = Effect.gen(function* () {
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

const findStatement = statement(`
select ${queuedWriteColumns} from queued_writes where organization_id = $1 and id = $2`)

/** Reads a queued write in its wire format, or fails with not_found. */
const readQueuedWrite = Effect.gen(function* () {
  const statements = yield* Statements
  const toOutputs = yield* makeQueuedWriteOutputs
  return Effect.fnUntraced(function* (
    clearance: Pick<OrganizationClearance, "caller" | "organization">,
    id: string
  ) {
    const rows = yield* statements.read(
      bindStatement<QueuedWriteRow>(findStatement, [clearance.organization.id, id])
    )
    const [output] = yield* toOutputs(rows, clearance)
    if (output !== undefined) return output
    return yield* recordNotFound("queued write", id)
  })
})

const getQueuedWrite = handler(
  "queued_writes.get",
  Effect.map(
    readQueuedWrite,
    (read) =>
      (clearance, { queued_id }) =>
        read(clearance, queued_id)
  )
)

const readPage = filteredList({
  name: "queued writes",
  position: Schema.Tuple(EpochMillis, Schema.String.pipe(Schema.pattern(/^qw_[0-9A-Za-z]{8,40}$/))),
  positionOf: ({ id, requested_at }: QueuedWriteRow) => [Date.parse(requested_at), id],
  conditions: { status: (value) => `${currentStatus} = ${value}` },
  after: (at, id) =>
    `(requested_at, id) < (to_timestamp(${at}::bigint / 1000.0)::timestamptz(3), ${id}::text)`,
  page: (where, limit) => `
select ${queuedWriteColumns} from queued_writes where ${where}
order by requested_at desc, id desc limit ${limit}`,
  count: (where) => `select count(*) as total from queued_writes where ${where}`
})

/** Lists the queued writes of an organization, newest first. */
const listQueuedWrites = handler(
  "queued_writes.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const toOutputs = yield* makeQueuedWriteOutputs
    return Effect.fnUntraced(function* (clearance, { status = null, ...request }) {
      const organization = clearance.organization.id
      const { rows, ...page } = yield* readPage(statements, organization, { status }, request)
      return { queued_writes: yield* toOutputs(rows, clearance), ...page }
    })
  })
)

const notYours = new RoleDenied({
  required_role: "admin",
  because:
    "Only the key or app that requested a change can withdraw it. A person with the role admin can reject it in the dashboard under {page.optimizations}."
})

const inProgress = "being executed"

/**
 * Rejects the caller's own pending write. The row lock orders this and a concurrent approval: the second one
 * finds the write decided. A repeated withdrawal succeeds.
 */
const withdrawOwn = (organization: number, id: string, caller: Caller) =>
  Effect.gen(function* () {
    const queuedWrite = yield* findQueuedWrite(organization, id, true)
    if (!isRequester(queuedWrite, caller)) return yield* notYours
    const problem = yield* pendingProblem(queuedWrite)
    if (problem === null) return yield* withdraw(organization, id)
    if (problem.reason === withdrawnReason) return
    const status = problem.status === "pending" ? inProgress : problem.status
    return yield* new RecommendationNotPending({ status, queued: true })
  })

const withdrawQueuedWrite = handler(
  "queued_writes.withdraw",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const events = yield* Events
    const read = yield* readQueuedWrite
    return Effect.fnUntraced(function* ({ caller, organization }, { queued_id }) {
      yield* events.ready
      yield* sql
        .withTransaction(withdrawOwn(organization.id, queued_id, caller))
        .pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.provideService(Events, events))
      return yield* read({ caller, organization }, queued_id)
    })
  })
)

/** The operations of queued writes. */
export const approvals = registerHandlers(listQueuedWrites, getQueuedWrite, withdrawQueuedWrite)
