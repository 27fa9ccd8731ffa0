import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { SendOptions as BossOptions } from "pg-boss"
import { type Bound, bound } from "../storage/index.ts"
import type { QueueSettings } from "./queue-definition.ts"

/** What the database said to the queue is told as it was said: that it is away, for one. */
export const queueFailure = (cause: unknown): SqlError =>
  cause instanceof SqlError ? cause : new SqlError({ cause, message: "The job queue failed" })

/** What stops spend goes before everything else; what is sent in masses goes behind everything else. */
export const priorities = { stopsSpend: 10, ordinary: 0, masses: -10 } as const

export interface SendOptions {
  /** Whose job it is: workers are fair between organizations. */
  readonly organization: number
  readonly stopsSpend?: boolean
  /** Its organization has so many of these waiting that those of others go first. */
  readonly oneOfMany?: boolean
  readonly startAfterSeconds?: number
  /** For queues of which only one job with the same key may wait. */
  readonly singletonKey?: string
}

const priorityOf = ({ oneOfMany, stopsSpend }: SendOptions): number =>
  stopsSpend ? priorities.stopsSpend : oneOfMany ? priorities.masses : priorities.ordinary

/** Asks the queue for the statement with which it would put a job in. */
export type InsertionOf = (queue: QueueSettings, data: object, options: BossOptions) => Promise<Bound>

/** Stand where each job has its own: what the queue made of them shows where that goes. */
const marks = { data: { mark: "the data of a job" }, organization: "the organization of a job" } as const

type Fill = (data: object, organization: number) => Bound

/**
 * Makes a pattern of the statement for a job of marks. Null where the marks are not found once each: then the
 * queue writes jobs down in a way that we do not know, and is asked for every one of them.
 */
export const patternOf = (sample: Bound): Fill | null => {
  const [value] = sample.values
  if (sample.values.length !== 1 || typeof value !== "string") return null
  const [data, organization] = [JSON.stringify(marks.data), JSON.stringify(marks.organization)]
  const parts = value.split(data)
  const [first, last] = parts
  if (first === undefined || last === undefined || parts.length !== 2) return null
  const around = [first.split(organization), last.split(organization)]
  if (around.flat().length !== 3) return null
  return (own, id) => {
    const whose = JSON.stringify(String(id))
    const [before, after] = around.map((part) => part.join(whose))
    return bound(sample, [`${before}${JSON.stringify(own)}${after}`])
  }
}

/** The queue's statements for new jobs. Asking it costs more than all else of a job, so it is asked once for a kind. */
export const makeInsertions = (insertionOf: InsertionOf) => {
  const patterns = new Map<string, Fill | null>()

  const asked = (queue: QueueSettings, data: object, options: SendOptions) => {
    const own: BossOptions = {
      group: { id: String(options.organization) },
      priority: priorityOf(options),
      ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
      ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey })
    }
    return Effect.tryPromise({ try: () => insertionOf(queue, data, own), catch: queueFailure })
  }

  const keyOf = (queue: QueueSettings, priority: number): string => `${priority} ${queue.name}`

  const learn = async (queue: QueueSettings, priority: number): Promise<Fill | null> => {
    const group = { id: marks.organization }
    const pattern = patternOf(await insertionOf(queue, marks.data, { group, priority }))
    patterns.set(keyOf(queue, priority), pattern)
    return pattern
  }

  return {
    /** Asks the queue for what will be needed, so that nobody has to wait for that in a transaction. */
    learnAll: async (queue: QueueSettings): Promise<void> => {
      for (const priority of Object.values(priorities)) await learn(queue, priority)
    },
    of: (queue: QueueSettings, data: object, options: SendOptions): Effect.Effect<Bound, SqlError> => {
      if (options.startAfterSeconds !== undefined || options.singletonKey !== undefined) {
        return asked(queue, data, options)
      }
      const priority = priorityOf(options)
      const known = patterns.get(keyOf(queue, priority))
      if (known) return Effect.succeed(known(data, options.organization))
      if (known === null) return asked(queue, data, options)
      const learnt = Effect.tryPromise({ try: () => learn(queue, priority), catch: queueFailure })
      return Effect.flatMap(learnt, (pattern) =>
        pattern ? Effect.succeed(pattern(data, options.organization)) : asked(queue, data, options)
      )
    }
  }
}
