import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Scope } from "effect"
import { decodeStored, type UnreadableStoredValue } from "../storage/stored-json.ts"
import type { TaskFailed } from "./failures.ts"
import { Queue } from "./queue.ts"
import type { QueueDefinition, QueueSettings } from "./queue-definition.ts"

/** Entries that features add while their layers are built. A worker reads them when it starts. */
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
  /** The job's id, the same on every attempt. */
  readonly job: string
  /** Whether this is the last attempt. */
  readonly isLast: boolean
}

/** The consumer of a queue. */
export interface Consumer<Data> {
  /** Runs one attempt. A failure leads to a retry while attempts are left. */
  readonly run: (data: Data, attempt: Attempt) => Effect.Effect<unknown, unknown>
  /** Handles a job that failed for good without a report from its worker. */
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

/** Registers the consumer of a queue, and creates the queue. */
export const registerConsumer = <Data extends object, R>(
  definition: QueueDefinition<Data>,
  make: Effect.Effect<Consumer<Data>, never, R>
): Effect.Effect<void, never, R | Consumers | Queue | Scope.Scope> =>
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

interface ScheduledJob<R> {
  readonly name: string
  /** A cron expression in UTC. */
  readonly cron: string
  /** After this time a run counts as lost and is repeated; five minutes if it is not set. */
  readonly expireInSeconds?: number
  /** Runs in one worker at a time. Its result is logged. */
  readonly run: Effect.Effect<unknown, SqlError, R>
}

export class Schedules extends Context.Tag("@adwarden/Schedules")<
  Schedules,
  Registry<ScheduledJob<never>>
>() {
  static readonly layer = Layer.sync(Schedules, () => emptyRegistry("schedule"))
}

/** Registers recurring work. */
export const registerSchedule = <R>({
  run,
  ...schedule
}: ScheduledJob<R>): Effect.Effect<void, never, R | Schedules> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const schedules = yield* Schedules
    schedules.add(schedule.name, { ...schedule, run: Effect.provide(run, context) })
  })
