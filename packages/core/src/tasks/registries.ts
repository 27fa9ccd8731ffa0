import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { decodeStored, type UnreadableStoredValue } from "../storage/stored-json.ts"
import type { TaskFailed } from "./failures.ts"
import { Queue } from "./queue.ts"
import type { QueueDefinition, QueueSettings } from "./queue-definition.ts"

/** What features add to while their layers are built; a worker reads it when it starts. */
export interface Registry<Entry> {
  readonly add: (name: string, entry: Entry) => void
  readonly find: (name: string) => Entry | undefined
  readonly all: () => ReadonlyMap<string, Entry>
}

export const emptyRegistry = <Entry>(what: string): Registry<Entry> => {
  const entries = new Map<string, Entry>()
  return {
    add: (name, entry) => {
      if (entries.has(name)) throw new Error(`The ${what} ${name} is registered twice.`)
      entries.set(name, entry)
    },
    find: (name) => entries.get(name),
    all: () => entries
  }
}

interface Attempt {
  /** Names the job: the same on every try. */
  readonly job: string
  /** Whether there will be no other try. */
  readonly isLast: boolean
}

/** Who works on a queue. */
export interface Consumer<Data> {
  /** One try. A failure is another try, for as long as there are any. */
  readonly run: (data: Data, attempt: Attempt) => Effect.Effect<unknown, unknown>
  /** What is to be done about a job that ended for good without a word from those who ran it. */
  readonly onDeadLetter?: (data: Data, failure: TaskFailed, job: string) => Effect.Effect<unknown, SqlError>
}

interface RegisteredConsumer {
  readonly queue: QueueSettings
  readonly run: (stored: unknown, attempt: Attempt) => Effect.Effect<unknown, unknown>
  readonly onDeadLetter: (
    stored: unknown,
    failure: TaskFailed,
    job: string
  ) => Effect.Effect<unknown, SqlError | UnreadableStoredValue>
}

export class Consumers extends Context.Tag("@adwarden/Consumers")<Consumers, Registry<RegisteredConsumer>>() {
  static readonly layer = Layer.sync(Consumers, () => emptyRegistry("consumer of the queue"))
}

/** Says who works on a queue, and has the queue made. */
export const registerConsumer = <Data extends object, R>(
  definition: QueueDefinition<Data>,
  make: Effect.Effect<Consumer<Data>, never, R>
): Layer.Layer<never, never, R | Consumers | Queue> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const { onDeadLetter = () => Effect.void, run } = yield* make
      const consumers = yield* Consumers
      consumers.add(definition.name, {
        queue: definition,
        run: (stored, attempt) =>
          Effect.flatMap(decodeStored(definition, stored), (data) => run(data, attempt)),
        onDeadLetter: (stored, failure, job) =>
          Effect.flatMap(decodeStored(definition, stored), (data) => onDeadLetter(data, failure, job))
      })
      yield* (yield* Queue).prepare(definition)
    })
  )

interface ScheduledJob<R> {
  readonly name: string
  /** When it runs, as cron says it, in UTC. */
  readonly cron: string
  /** One at a time in all workers together. Its answer is for the log. */
  readonly run: Effect.Effect<unknown, SqlError, R>
}

export class Schedules extends Context.Tag("@adwarden/Schedules")<
  Schedules,
  Registry<ScheduledJob<never>>
>() {
  static readonly layer = Layer.sync(Schedules, () => emptyRegistry("schedule"))
}

/** Something that is done again and again. */
export const registerSchedule = <R>({
  cron,
  name,
  run
}: ScheduledJob<R>): Layer.Layer<never, never, R | Schedules> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const context = yield* Effect.context<R>()
      const schedules = yield* Schedules
      schedules.add(name, { name, cron, run: Effect.provide(run, context) })
    })
  )
