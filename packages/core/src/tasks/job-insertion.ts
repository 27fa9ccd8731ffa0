import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { SendOptions as BossOptions } from "pg-boss"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import type { QueueSettings } from "./queue-definition.ts"
import { queueFailure, queueSchema } from "./queue-schema.ts"

/** Jobs that stop spend go first; bulk jobs go last. */
export const priorities = { stopsSpend: 10, ordinary: 0, low: -10 } as const

export interface SendOptions {
  /** The organization of the job: workers share their slots fairly between organizations. */
  readonly organization: number
  readonly stopsSpend?: boolean
  /** Its organization has many of these waiting, so other organizations' jobs go first. */
  readonly lowPriority?: boolean
  readonly startAfterSeconds?: number
  /** For queues that allow only one waiting job per key. */
  readonly singletonKey?: string
}

const priorityOf = ({ lowPriority, stopsSpend }: SendOptions): number =>
  stopsSpend ? priorities.stopsSpend : lowPriority ? priorities.low : priorities.ordinary

/** Returns the queue's own statement for inserting a job. */
export type BuildInsertion = (
  queue: QueueSettings,
  data: object,
  options: BossOptions
) => Promise<BoundStatement>

/**
 * The queue's insert for a job that starts at once and has no key: almost all of them. The queue's general
 * statement was the slowest of a write. A test checks that both insert the same row. A missing queue yields a
 * null name, which the table rejects, so that no change commits without its job.
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

/** Returns the statement that inserts a job: our own for a plain job, otherwise the queue's. */
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
