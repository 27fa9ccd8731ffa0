import type { PushField } from "../campaigns/push/settings.ts"

/** What each queue's jobs carry: only names, so that a job always acts on what is true when it runs. */
export interface QueueData {
  /** Brings a campaign in the platform to what the service says it shall be. */
  readonly "campaign-push": {
    readonly organization: number
    readonly campaign: number
    /** What it is about; all of it when left out. */
    readonly fields?: ReadonlyArray<PushField>
  }
  /** Runs a task that a caller can follow. */
  readonly task: { readonly organization: number; readonly task: number }
  /** Brings a change that goes to the platform first to its end, should its host have died on the way. */
  readonly "execution-finish": { readonly organization: number; readonly execution: string }
  /** Jobs of tasks and pushes that ended for good without a word from those who ran them. */
  readonly lost: LostJob
}

export type QueueName = keyof QueueData
export type LostJob = QueueData["task"] | QueueData["campaign-push"]

const patient = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  notify: true
} as const

/**
 * In the order in which they are made. A worker that dies is noticed by its missing heartbeat, long before the
 * job would expire; a task has a time of its own, which ends before that of its job.
 */
export const queues: Record<QueueName, object> = {
  lost: { ...patient, retryLimit: 100, retryDelayMax: 300 },
  "campaign-push": { ...patient, heartbeatSeconds: 15, deadLetter: "lost" },
  task: { ...patient, expireInSeconds: 900, heartbeatSeconds: 15, deadLetter: "lost" },
  "execution-finish": { ...patient, heartbeatSeconds: 15 }
}
