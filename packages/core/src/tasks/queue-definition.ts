import type { Schema } from "effect"
import type { PgBoss, QueueOptions } from "pg-boss"
import type { VersionedSchema } from "../storage/stored-json.ts"

export interface QueueSettings {
  readonly name: string
  readonly options: QueueOptions
}

/**
 * A queue and the data of its jobs. The data contains only ids, so that a job acts on the current state.
 * Senders and consumers share this value.
 */
export interface QueueDefinition<Data> extends QueueSettings, VersionedSchema<Data> {}

/** A missing heartbeat reveals a dead worker long before its job would expire. */
const defaultOptions = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 15
} as const satisfies QueueOptions

export const defineQueue = <Data extends object>(
  name: string,
  schema: Schema.Schema<Data>,
  { version = 1, ...options }: QueueOptions & { readonly version?: number } = {}
): QueueDefinition<Data> => ({ name, schema, version, options: { ...defaultOptions, ...options } })

/** The queue for the finally failed jobs of all queues. */
export const deadLetterQueue: QueueSettings = {
  name: "lost",
  options: { ...defaultOptions, retryLimit: 100, retryDelayMax: 300 }
}

/**
 * Creates the missing queues, first the one for dead letters. None of them uses NOTIFY for its jobs: within a
 * transaction, it would serialize the writers of all organizations.
 */
export const createQueues = async (boss: PgBoss, queues: Iterable<QueueSettings>): Promise<void> => {
  await boss.createQueue(deadLetterQueue.name, deadLetterQueue.options)
  for (const { name, options } of queues) {
    await boss.createQueue(name, { ...options, deadLetter: deadLetterQueue.name })
  }
}
