import type { Schema } from "effect"
import type { PgBoss, QueueOptions } from "pg-boss"
import type { VersionedSchema } from "../storage/stored-json.ts"

export interface QueueSettings {
  readonly name: string
  readonly options: QueueOptions
}

/**
 * A queue and what its jobs carry: only names, so that a job always acts on what is true when it runs. It is a
 * value, which those who send and those who consume share.
 */
export interface QueueDefinition<Data> extends QueueSettings, VersionedSchema<Data> {}

/** A worker that dies is noticed by its missing heartbeat, long before its job would expire. */
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

/** Where the jobs of all queues go that ended for good without success. */
export const deadLetterQueue: QueueSettings = {
  name: "lost",
  options: { ...defaultOptions, retryLimit: 100, retryDelayMax: 300 }
}

/**
 * Makes the queues that are not there yet, and first of all the one for their lost jobs. None of them announces its
 * jobs by itself: NOTIFY inside a transaction makes the writers of all organizations wait for each other.
 */
export const createQueues = async (boss: PgBoss, queues: Iterable<QueueSettings>): Promise<void> => {
  await boss.createQueue(deadLetterQueue.name, deadLetterQueue.options)
  for (const { name, options } of queues) {
    await boss.createQueue(name, { ...options, deadLetter: deadLetterQueue.name })
  }
}
