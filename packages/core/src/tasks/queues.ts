/** What each queue's jobs carry: only names, so that a job always acts on what is true when it runs. */
export interface QueueData {
  /** Brings a campaign in the platform to what the service says it shall be. */
  readonly "campaign-push": { readonly organization: number; readonly campaign: number }
  /** Runs a task that a caller can follow. */
  readonly task: { readonly organization: number; readonly task: number }
  /** Finishes a change that went to the platform first, should its host have died on the way. */
  readonly "action-finish": { readonly organization: number; readonly action: string }
}

export type QueueName = keyof QueueData

const patient = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  notify: true
} as const

/** A worker that dies is noticed by its missing heartbeat, long before the job would expire. */
export const queues: Record<QueueName, object> = {
  "campaign-push": { ...patient, heartbeatSeconds: 15 },
  task: { ...patient, heartbeatSeconds: 15 },
  "action-finish": { ...patient, heartbeatSeconds: 15 }
}
