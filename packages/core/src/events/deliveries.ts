import { Effect, Schema } from "effect"
import { randomId } from "../contract/index.ts"
import { purgeByOrganization, runSql } from "../storage/index.ts"
import { storedColumn } from "../storage/stored-json.ts"
import { Queue } from "../tasks/queue.ts"
import { defineQueue } from "../tasks/queue-definition.ts"
import { lostAfter, maxResent, resendLost } from "../tasks/tasks.ts"

/** Retries through an outage of a day: fifteen attempts, the last ones four hours apart. */
export const deliveryQueue = defineQueue(
  "webhook-delivery",
  Schema.Struct({ organization: Schema.Number, delivery: Schema.Number }),
  { retryLimit: 14, retryDelay: 30, retryBackoff: true, retryDelayMax: 4 * 3600 }
)

/** The queue of the version before. Its messages become deliveries. */
export const earlierQueue = defineQueue(
  "webhook",
  Schema.Struct({ organization: Schema.Number, message: Schema.Number }),
  { retryLimit: 8, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 }
)

/** What a notice is about. Its text is written when it is sent. */
const NoticeTopic = Schema.Struct({
  kind: Schema.String,
  subject_id: Schema.NullOr(Schema.Number),
  days: Schema.NullOr(Schema.Number),
  found_at: Schema.NullOr(Schema.String),
  after_notice: Schema.NullOr(Schema.Number)
})
export type NoticeTopic = typeof NoticeTopic.Type

const EventContent = Schema.Struct({
  data: Schema.Struct(
    { summary: Schema.String, url: Schema.String },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  )
})

/** The data of an event, or a notice. */
const Content = Schema.Union(EventContent, Schema.Struct({ notice: NoticeTopic }))
export type DeliveryContent = typeof Content.Type
export const contentColumn = storedColumn("webhook_deliveries.content", Content)

/** Adds a delivery with its job, in the open transaction. */
export const addDelivery = (
  organization: number,
  endpoint: number,
  { content, event = randomId("evt"), type }: { type: string; content: DeliveryContent; event?: string }
) =>
  Effect.gen(function* () {
    const queue = yield* Queue
    const [row] = yield* runSql<{ id: number }>`
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, type, content)
      values (${organization}, ${endpoint}, ${event}, ${type},
        ${JSON.stringify(contentColumn.write(content))}::jsonb)
      returning id`
    yield* queue.send(deliveryQueue, { organization, delivery: row!.id }, { organization })
  })

const settled = "num_nonnulls(sent_at, dropped_at, failed_at)"

/** A delivery as owners see it. */
export interface DeliveryView {
  readonly id: number
  readonly type: string
  readonly created_at: string
  readonly status: "waiting" | "sent" | "dropped" | "failed"
  readonly attempts: number
  readonly response_status: number | null
  readonly failure: string | null
}

const deliveriesShown = 10

export const readDeliveries = (organization: number, endpoint: number, rows = deliveriesShown) =>
  runSql<DeliveryView>`
    select id, type, created_at, attempts, response_status, failure,
      case when sent_at is not null then 'sent' when dropped_at is not null then 'dropped'
        when failed_at is not null then 'failed' else 'waiting' end as status
    from webhook_deliveries where organization_id = ${organization} and endpoint_id = ${endpoint}
    order by id desc limit ${rows}`

/** A delivery that waits, with its webhook; the URL is null if the webhook is off. */
interface WaitingDelivery {
  readonly endpoint_id: number
  readonly event_id: string
  readonly type: string
  readonly content: unknown
  readonly created_at: string
  readonly format: "signed" | "slack"
  readonly url: Uint8Array | null
  readonly secret: Uint8Array
  readonly previous_secret: Uint8Array | null
}

export const findWaiting = (organization: number, id: number) =>
  Effect.map(
    runSql<WaitingDelivery>(
      `select d.endpoint_id, d.event_id, d.type, d.content, d.created_at, e.format,
        case when e.disabled_at is null then e.url end as url, e.secret,
        case when e.previous_until > now() then e.previous_secret end as previous_secret
      from webhook_deliveries d
      join webhook_endpoints e on e.organization_id = d.organization_id and e.id = d.endpoint_id
      where d.organization_id = $1 and d.id = $2 and ${settled} = 0`,
      [organization, id]
    ),
    ([row]) => row ?? null
  )

/** One attempt: the status of the response, and why it failed; null if it did not. */
export interface Attempted {
  readonly status: number | null
  readonly failure: string | null
}

const attemptColumns = "attempts = attempts + 1, response_status = $3, failure = $4"

/** Records an attempt, and whether the webhook works. */
export const recordAttempt = (organization: number, id: number, { failure, status }: Attempted) =>
  Effect.gen(function* () {
    const end = failure === null ? ", sent_at = now()" : ""
    const [row] = yield* runSql<{ endpoint: number }>(
      `update webhook_deliveries set ${attemptColumns}${end}
      where organization_id = $1 and id = $2 and ${settled} = 0 returning endpoint_id as endpoint`,
      [organization, id, status, failure]
    )
    if (row === undefined) return
    yield* failure === null
      ? runSql`update webhook_endpoints set failing_since = null
          where organization_id = ${organization} and id = ${row.endpoint} and failing_since is not null`
      : runSql`update webhook_endpoints set failing_since = least(failing_since, now())
          where organization_id = ${organization} and id = ${row.endpoint}`
  })

export const drop = (organization: number, id: number) =>
  runSql(
    `update webhook_deliveries set dropped_at = now() where organization_id = $1 and id = $2 and ${settled} = 0`,
    [organization, id]
  )

/** A webhook that failed for so long is turned off. */
const patience = "3 days"

/**
 * Ends a delivery that failed. Turns its webhook off if it is gone, or failed for days; then returns the webhook's id.
 */
export const giveUp = (organization: number, id: number, reason: string, gone = false) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<{ endpoint: number }>(
      `update webhook_deliveries set failed_at = now(), failure = coalesce(failure, $3)
      where organization_id = $1 and id = $2 and ${settled} = 0 returning endpoint_id as endpoint`,
      [organization, id, reason]
    )
    if (row === undefined) return null
    const off = yield* runSql<{ id: number }>`
      update webhook_endpoints set disabled_at = now()
      where organization_id = ${organization} and id = ${row.endpoint} and disabled_at is null
        and (${gone} or failing_since < now() - ${patience}::interval)
      returning id`
    return off[0]?.id ?? null
  })

/** Sends a settled delivery once more, with the same id. Returns whether there is one. */
export const sendAgain = (organization: number, id: number) =>
  Effect.gen(function* () {
    const queue = yield* Queue
    const rows = yield* runSql(
      `update webhook_deliveries set sent_at = null, dropped_at = null, failed_at = null, failure = null,
        queued_at = now()
      where organization_id = $1 and id = $2 and ${settled} > 0 returning id`,
      [organization, id]
    )
    if (rows.length === 0) return false
    yield* queue.send(deliveryQueue, { organization, delivery: id }, { organization })
    return true
  })

/** Sends the jobs of deliveries that the queue lost. */
export const resendDeliveries = Effect.gen(function* () {
  const queue = yield* Queue
  const waiting = yield* runSql<typeof deliveryQueue.schema.Type>(
    `select organization_id as organization, id as delivery from webhook_deliveries
    where queued_at < now() - $1::interval and queued_at > now() - interval '2 days' and ${settled} = 0
    order by queued_at limit $2`,
    [lostAfter, maxResent]
  )
  return yield* resendLost(queue, deliveryQueue, waiting)
})

/** Takes a waiting message of the version before; null if it was sent. */
export const takeEarlierMessage = (organization: number, id: number) =>
  Effect.map(
    runSql<NoticeTopic>(
      `update webhook_messages set dropped_at = now() where organization_id = $1 and id = $2 and ${settled} = 0
      returning kind, subject_id, days, found_at, after_notice`,
      [organization, id]
    ),
    ([row]) => row ?? null
  )

export const purgeDeliveries = purgeByOrganization("id", {
  webhook_messages: "created_at < now() - interval '90 days'",
  webhook_deliveries: "created_at < now() - interval '90 days'"
})
