import { type Effect, Runtime } from "effect"
import type { JobResult, JobWithMetadata, PgBoss, WorkOptions } from "pg-boss"
import { priorities } from "./job-insertion.ts"

export type QueuedJob = JobWithMetadata<object>

export interface QueueConsumer {
  readonly name: string
  readonly runJob: (job: QueuedJob) => Effect.Effect<JobResult, unknown>
}

/** How many of a queue's places are kept for what stops spend, beside the ordinary ones. */
const urgentSlots = 2

/**
 * Takes a queue's jobs, so many at a time. No organization gets more than a quarter of the places, so that one with
 * a long line leaves room for the others. What stops spend goes first, and has places of its own which nothing
 * else can take, so that it also starts right away when its own organization has used up its share. Answers how to
 * look for jobs that nobody announced.
 */
export const consumeQueue = async (
  boss: PgBoss,
  runtime: Runtime.Runtime<never>,
  { name, runJob }: QueueConsumer,
  { pollSeconds, slots }: { readonly slots: number; readonly pollSeconds: number }
): Promise<() => void> => {
  const run = (job: QueuedJob): Promise<JobResult> =>
    // The queue takes a job away from a worker that stops or that it believes dead: then it is let go.
    Runtime.runPromise(runtime)(runJob(job), { signal: job.signal })
  const organizationSlots = Math.max(1, Math.floor(slots / 4))
  // Places are woken when there is something to do; this is for when even that was missed.
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
 * Places come in groups, since the queue wants a group to have as many as one organization may take. A place has
 * one job at a time. Left to itself it would rest before it looks for the next one; here whoever had a job looks
 * again at once, and a free place elsewhere is woken, since where one job was there may be more.
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
