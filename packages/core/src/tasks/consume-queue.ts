import { type Effect, Runtime } from "effect"
import type { JobResult, JobWithMetadata, PgBoss, WorkOptions } from "pg-boss"
import { priorities } from "./job-insertion.ts"

export type QueuedJob = JobWithMetadata<object>

export interface QueueConsumer {
  readonly name: string
  readonly runJob: (job: QueuedJob) => Effect.Effect<JobResult, unknown>
}

/** The additional slots per queue that are reserved for jobs that stop spend. */
const urgentSlots = 2

/**
 * Consumes a queue's jobs with limited concurrency. An organization gets at most a quarter of the slots, so
 * that a long backlog leaves room for others. Jobs that stop spend go first and have reserved slots. They
 * start right away even if their organization has used up its share. Returns a function that polls for
 * unannounced jobs.
 */
export const consumeQueue = async (
  boss: PgBoss,
  runtime: Runtime.Runtime<never>,
  { name, runJob }: QueueConsumer,
  { pollSeconds, slots }: { readonly slots: number; readonly pollSeconds: number }
): Promise<() => void> => {
  const run = (job: QueuedJob): Promise<JobResult> =>
    // The queue reclaims a job from a worker that stops or seems dead; the signal then interrupts it.
    Runtime.runPromise(runtime)(runJob(job), { signal: job.signal })
  const organizationSlots = Math.max(1, Math.floor(slots / 4))
  // Slots are woken when there is work; this interval covers missed wake-ups.
  const fallbackPollSeconds = Math.max(30, pollSeconds)
  const base = {
    pollingIntervalSeconds: fallbackPollSeconds,
    notifyPollingIntervalSeconds: fallbackPollSeconds,
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true
  } as const
  const ordinary = { ...base, localConcurrency: organizationSlots, localGroupConcurrency: organizationSlots }
  const urgent = { ...base, localConcurrency: 1, minPriority: priorities.stopsSpend }
  const wakeOrdinary = await startSlots(boss, name, Math.ceil(slots / organizationSlots), run, ordinary)
  const wakeUrgent = await startSlots(boss, name, urgentSlots, run, urgent)
  return () => {
    wakeOrdinary()
    wakeUrgent()
  }
}

interface SlotOptions extends WorkOptions {
  readonly includeMetadata: true
  readonly perJobResults: true
  readonly localConcurrency: number
}

/**
 * Slots come in groups, because the queue requires a group of the size of one organization's share. A slot
 * has one job at a time. By default it would pause before its next poll. Here it polls again right after a
 * job and wakes a free slot, because there can be more jobs.
 */
const startSlots = async (
  boss: PgBoss,
  name: string,
  count: number,
  run: (job: QueuedJob) => Promise<JobResult>,
  options: SlotOptions
): Promise<() => void> => {
  const groups = Array.from({ length: count }, () => ({ slots: [] as ReadonlyArray<string>, busy: 0 }))
  const wake = (group: (typeof groups)[number]) => {
    for (const slot of group.slots) boss.notifyWorker(slot)
  }
  const wakeOne = () => {
    const free = groups.find(({ busy, slots }) => busy < slots.length)
    if (free !== undefined) wake(free)
  }
  for (const group of groups) {
    const id = await boss.work<object, void, SlotOptions>(name, options, async ([job]) => {
      if (job === undefined) return []
      group.busy++
      wakeOne()
      try {
        return [await run(job)]
      } finally {
        group.busy--
        wake(group)
      }
    })
    group.slots = boss
      .getWipData()
      .filter(({ workId }) => workId === id)
      .map((slot) => slot.id)
  }
  return wakeOne
}
