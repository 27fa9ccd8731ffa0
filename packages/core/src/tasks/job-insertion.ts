import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { SendOptions as BossOptions } from "pg-boss"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import type { QueueSettings } from "./queue-definition.ts"
import { queueFailure, queueSchema } from "./queue-schema.ts"

/** What stops spend goes before everything else; what is sent in masses goes behind everything else. */
export const priorities = { stopsSpend: 10, ordinary: 0, low: -10 } as const

export interface SendOptions {
  /** Whose job it is: workers are fair between organizations. */
  readonly organization: number
  readonly stopsSpend?: boolean
  /** Its organization has so many of these waiting that those of others go first. */
  readonly lowPriority?: boolean
  readonly startAfterSeconds?: number
  /** For queues of which only one job with the same key may wait. */
  readonly singletonKey?: string
}

const priorityOf = ({ lowPriority, stopsSpend }: SendOptions): number =>
  stopsSpend ? priorities.stopsSpend : lowPriority ? priorities.low : priorities.ordinary

/** Asks the queue for the statement with which it would put a job in. */
export type BuildInsertion = (
  queue: QueueSettings,
  data: object,
  options: BossOptions
) => Promise<BoundStatement>

/**
 * What the queue writes for a job that starts at once and has no key: almost all of them. Its own statement allows for
 * everything that a job can be, and took longer than any other of a write. A test holds the two to the same row. A queue
 * that is not there has no name, which no job may lack: so a change cannot be kept without its job.
 */
const plainJob = statement(`
insert into ${queueSchema}.job_common (name, data, priority, group_id, start_after, created_on, keep_until,
  expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
  heartbeat_seconds)
select q.name, $2::jsonb, $3::int, $4, now(), now(), now() + retention_seconds * interval '1s',
  expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
  heartbeat_seconds
from (values (1)) as job left join ${queueSchema}.queue q on q.name = $1
on conflict do nothing`)

/** The statement for a new job. The queue is asked for it where it is not a plain one. */
export const jobInsertion = (
  buildInsertion: BuildInsertion,
  queue: QueueSettings,
  data: object,
  options: SendOptions
): Effect.Effect<BoundStatement, SqlError> => {
  const { organization, singletonKey, startAfterSeconds } = options
  const [group, priority] = [String(organization), priorityOf(options)]
  if (startAfterSeconds === undefined && singletonKey === undefined) {
    return Effect.succeed(bindStatement(plainJob, [queue.name, JSON.stringify(data), priority, group]))
  }
  const bossOptions: BossOptions = {
    group: { id: group },
    priority,
    ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
    ...(singletonKey === undefined ? {} : { singletonKey })
  }
  return Effect.tryPromise({ try: () => buildInsertion(queue, data, bossOptions), catch: queueFailure })
}
