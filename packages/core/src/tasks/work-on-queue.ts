import { type Effect, Runtime } from "effect"
import type { JobResult, JobWithMetadata, PgBoss, WorkOptions } from "pg-boss"
import { priorities } from "./job-insertion.ts"

export type QueuedJob = JobWithMetadata<object>

export interface QueueWork {
  readonly name: string
  readonly take: (job: QueuedJob) => Effect.Effect<JobResult, unknown>
}

/** How many of a queue's places are kept for what stops spend, beside the ordinary ones. */
const reserved = 2

/**
 * Takes a queue's jobs, so many at a time. No organization gets more than a quarter of the places, so that one with
 * a long line leaves room for the others. What stops spend goes first, and has places of its own which nothing
 * else can take, so that it also starts right away when its own organization has used up its share. Answers how to
 * look for jobs that nobody announced.
 */
export const workOn = async (
  boss: PgBoss,
  runtime: Runtime.Runtime<never>,
  { name, take }: QueueWork,
  { lookSeconds, places }: { readonly places: number; readonly lookSeconds: number }
): Promise<() => void> => {
  const settle = (job: QueuedJob): Promise<JobResult> =>
    // The queue takes a job away from a worker that stops or that it believes dead: then it is let go.
    Runtime.runPromise(runtime)(take(job), { signal: job.signal })
  const share = Math.max(1, Math.floor(places / 4))
  // Places are woken when there is something to do; this is for when even that was missed.
  const seldom = Math.max(30, lookSeconds)
  const base = {
    pollingIntervalSeconds: seldom,
    notifyPollingIntervalSeconds: seldom,
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true
  } as const
  const ordinary = { ...base, localConcurrency: share, localGroupConcurrency: share }
  const urgent = { ...base, localConcurrency: 1, minPriority: priorities.stopsSpend }
  const wakeOrdinary = await takePlaces(boss, name, Math.ceil(places / share), settle, ordinary)
  const wakeUrgent = await takePlaces(boss, name, reserved, settle, urgent)
  return () => {
    wakeOrdinary()
    wakeUrgent()
  }
}

interface PlaceOptions extends WorkOptions {
  readonly includeMetadata: true
  readonly perJobResults: true
  readonly localConcurrency: number
}

/**
 * Places come in groups, since the queue wants a group to have as many as one organization may take. A place has
 * one job at a time. Left to itself it would rest before it looks for the next one; here whoever had a job looks
 * again at once, and a free place elsewhere is woken, since where one job was there may be more.
 */
const takePlaces = async (
  boss: PgBoss,
  name: string,
  count: number,
  settle: (job: QueuedJob) => Promise<JobResult>,
  options: PlaceOptions
): Promise<() => void> => {
  const groups = Array.from({ length: count }, () => ({ places: [] as ReadonlyArray<string>, busy: 0 }))
  const wake = (group: (typeof groups)[number]) => {
    for (const place of group.places) boss.notifyWorker(place)
  }
  const wakeOne = () => {
    const free = groups.find(({ busy, places }) => busy < places.length)
    if (free !== undefined) wake(free)
  }
  for (const group of groups) {
    const id = await boss.work<object, void, PlaceOptions>(name, options, async ([job]) => {
      if (job === undefined) return []
      group.busy++
      wakeOne()
      try {
        return [await settle(job)]
      } finally {
        group.busy--
        wake(group)
      }
    })
    group.places = boss
      .getWipData()
      .filter(({ workId }) => workId === id)
      .map((place) => place.id)
  }
  return wakeOne
}
