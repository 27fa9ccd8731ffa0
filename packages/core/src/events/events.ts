import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { organizationById } from "../access/organizations.ts"
import { type EventData, type EventType, pagePaths, randomId } from "../contract/index.ts"
import { Settings } from "../settings.ts"
import { runSql } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { addDelivery, type NoticeTopic } from "./deliveries.ts"

type Added = "organization" | "url"
type OwnData<Type extends EventType> = Omit<EventData<Type>, Added>
/** An event with its data, without what follows from it. */
export type NewEvent = {
  readonly [Type in Exclude<EventType, "notice" | "test">]: {
    readonly type: Type
    readonly data: OwnData<Type>
  }
}[Exclude<EventType, "notice" | "test">]

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

const pathOf = (slug: string, data: NewEvent["data"]): string => {
  if ("queued_id" in data) return pagePaths.optimization(slug, data.queued_id)
  return "campaign" in data ? pagePaths.campaign(slug, data.campaign) : pagePaths.stop(slug)
}

const subscribers = (organization: number, type: EventType) =>
  runSql<{ id: number }>`select id from webhook_endpoints
    where organization_id = ${organization} and ${type} = any(events) and disabled_at is null`

const make = Effect.gen(function* () {
  const queue = yield* Queue
  const { appUrl } = yield* Settings
  const withQueue = Effect.provideService(Queue, queue)
  return {
    record: (organization: number, ...events: ReadonlyArray<NewEvent>): Sql<void> =>
      Effect.forEach(
        events,
        ({ data, type }) =>
          Effect.gen(function* () {
            const endpoints = yield* subscribers(organization, type)
            if (endpoints.length === 0) return
            const { slug } = yield* organizationById(organization)
            const event = randomId("evt")
            const content = {
              data: { organization: slug, ...data, url: `${appUrl}${pathOf(slug, data)}` }
            }
            for (const { id } of endpoints) yield* addDelivery(organization, id, { type, content, event })
          }),
        { discard: true }
      ).pipe(withQueue),
    recordNotice: (organization: number, notice: NoticeTopic): Sql<void> =>
      Effect.gen(function* () {
        const content = { notice }
        for (const { id } of yield* subscribers(organization, "notice"))
          yield* addDelivery(organization, id, { type: "notice", content })
      }).pipe(withQueue),
    /** Records the notices of a kind that webhooks do not know yet; `newest` finds the newest after one. */
    announce: (
      kind: string,
      newestOf: (told: ReadonlyArray<ToldWebhook>) => Sql<ReadonlyMap<number, number>>
    ): Sql<void> =>
      Effect.gen(function* () {
        const told = yield* runSql<ToldWebhook>`
          select id, organization_id, told_until from webhook_endpoints
          where 'notice' = any(events) and disabled_at is null`
        if (told.length === 0) return
        const newest = yield* newestOf(told)
        for (const { id, organization_id, told_until } of told) {
          const until = newest.get(id)
          if (until === undefined) continue
          const notice = { kind, subject_id: null, days: null, found_at: null, after_notice: told_until }
          yield* addDelivery(organization_id, id, { type: "notice", content: { notice } })
          yield* runSql`update webhook_endpoints set told_until = ${until}
            where organization_id = ${organization_id} and id = ${id}`
        }
      }).pipe(withQueue),
    /** Wait for it before a transaction that records events. */
    ready: queue.ready
  }
})

/** A webhook that gets notices, and the newest that it got. */
export interface ToldWebhook {
  readonly id: number
  readonly organization_id: number
  readonly told_until: number
}

/**
 * Records what other systems want to know, in the transaction of the change: with a job for each webhook that chose it, so
 * that nothing is sent that did not happen, and nothing is lost.
 */
export class Events extends Context.Tag("@adwarden/Events")<Events, Effect.Effect.Success<typeof make>>() {
  static readonly layer = Layer.effect(Events, make)
}

/** Records events, in the open transaction. */
export const recordEvents = (organization: number, ...events: ReadonlyArray<NewEvent>) =>
  Effect.flatMap(Events, ({ record }) => record(organization, ...events))
