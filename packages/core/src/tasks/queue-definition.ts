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
  const withDeadLetters = [...queues].map(({ name, options }) => ({
    name,
    options: { ...options, deadLetter: deadLetterQueue.name }
  }))
  await createMissing(boss, [deadLetterQueue, ...withDeadLetters])
}

/** Creates the queues that do not exist, in this order. Usually all of them do. */
export const createMissing = async (boss: PgBoss, queues: ReadonlyArray<QueueSettings>): Promise<void> => {
  const existing = await boss.getQueues(queues.map(({ name }) => name))
  const names = new Set(existing.map(({ name }) => name))
  for (const { name, options } of queues) if (!names.has(name)) await boss.createQueue(name, options)
}
