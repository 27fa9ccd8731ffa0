import { Effect } from "effect"
import { bindStatement, runSql, runStatement, sqlText, statement } from "../storage/index.ts"
import type { Queue } from "./queue.ts"
import type { QueueDefinition } from "./queue-definition.ts"
import { queueSchema } from "./queue-schema.ts"
import { taskQueue } from "./start-task.ts"

/*
 * On a cluster, rows of an organization and jobs of the queue are on different nodes and can commit apart: a crash in
 * between leaves a row without its job. Schedules send such jobs again. Jobs can be delivered twice, so a needless one is
 * harmless.
 */

/** A row that has waited for its job this long may have lost it. No transaction takes as long. */
export const lostAfter = "interval '5 minutes'"

/** Further rows wait for the next run. */
export const maxResent = 500

const openJobs = statement(`
  select wanted.number::int as number from unnest($2::jsonb[]) with ordinality as wanted (data, number)
  where exists (select 1 from ${queueSchema}.job j
    where j.name = $1 and j.state < 'completed' and j.data @> wanted.data)`)

/** Sends the jobs that the queue does not have, and returns their number. */
export const resendLost = <Data extends { readonly organization: number }>(
  queue: Queue["Type"],
  definition: QueueDefinition<Data>,
  wanted: ReadonlyArray<Data>
) =>
  Effect.gen(function* () {
    if (wanted.length === 0) return 0
    const found = yield* runStatement(
      bindStatement<{ readonly number: number }>(openJobs, [
        definition.name,
        wanted.map((data) => JSON.stringify(data))
      ])
    )
    const present = new Set(found.map(({ number }) => number))
    const lost = wanted.filter((_, index) => !present.has(index + 1))
    yield* Effect.forEach(lost, (data) => queue.send(definition, data, { organization: data.organization }), {
      discard: true
    })
    return lost.length
  })

/** Sends the jobs of tasks that no worker has started and the queue does not have. */
export const resendTasks = (queue: Queue["Type"]) =>
  Effect.flatMap(
    runSql<typeof taskQueue.schema.Type>`
      select organization_id as organization, id as task from tasks
      where status = 'queued' and created_at < now() - ${sqlText(lostAfter)} order by created_at limit ${maxResent}`,
    (waiting) => resendLost(queue, taskQueue, waiting)
  )
