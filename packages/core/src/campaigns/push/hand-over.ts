import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Schema } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import { markFailed } from "../../changes/action-log.ts"
import { ActionId } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import { TryLater } from "../../tasks/failures.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import { type Consumer, consumes, schedule } from "../../tasks/registries.ts"
import { type Awaiting, dropAwaiting, readAwaiting } from "../negatives/awaiting.ts"
import { exclusionKey, putInForce } from "../negatives/rows.ts"
import { platformNameOf } from "../word-rows.ts"
import { asTaskFailure, undecided } from "./failure.ts"

/** Has another campaign exclude the keywords of one that is live now. */
export const handOverQueue = defineQueue(
  "keyword-hand-over",
  Schema.Struct({ organization: Schema.Number, campaign: Schema.Number })
)

const notYet = new TryLater({ message: "The campaign that takes the keywords over is not live yet." })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform

  /** Puts those in force that are still wanted; answers what was made in the platform for nobody. */
  const settle = (
    organization: number,
    campaign: number,
    awaited: number,
    named: ReadonlyArray<{ readonly id: number; readonly ref: string | null }>
  ) =>
    underOrganizationLock(
      organization,
      Effect.gen(function* () {
        const wanted = new Set((yield* readAwaiting(organization, awaited)).map(({ id }) => id))
        yield* putInForce(
          organization,
          campaign,
          named.filter(({ id }) => wanted.has(id))
        )
        return named.flatMap(({ id, ref }) => (wanted.has(id) || ref === null ? [] : [ref]))
      })
    )

  /** In the platform first. What is there already is looked for, so a try whose answer was lost is not made twice. */
  const exclude = (organization: number, awaited: number, rows: ReadonlyArray<Awaiting>) =>
    Effect.gen(function* () {
      const { account, campaign, inService } = rows[0]!
      if (!inService) {
        const named = rows.map(({ id }) => ({ id, ref: null }))
        return yield* settle(organization, campaign, awaited, named)
      }
      const ready = yield* accounts.get(organization, account)
      const place = { campaign: yield* platformNameOf(organization, campaign) }
      const there = new Map(
        (yield* platform.negatives(ready, place)).map((one) => [exclusionKey(one), one.ref])
      )
      const missing = rows.filter((row) => !there.has(exclusionKey(row)))
      const made = yield* missing.length === 0
        ? Effect.succeed([])
        : platform.mutate(
            ready,
            missing.map(({ match, text }) => ({ do: "add_negative", place, text, match }))
          )
      const refs = new Map(missing.map(({ id }, n) => [id, made[n]!]))
      const named = rows.map((row) => ({
        id: row.id,
        ref: refs.get(row.id) ?? there.get(exclusionKey(row)) ?? null
      }))
      const unwanted = yield* settle(organization, campaign, awaited, named)
      if (unwanted.length > 0) {
        yield* platform.mutate(
          ready,
          unwanted.map((ref) => ({ do: "remove", ref }))
        )
      }
    }).pipe(
      Effect.catchTag("OutcomeUnknown", undecided),
      Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error)))
    )

  /** The platform will not have it: then it was not done, and the log does not say so. Both campaigns go on showing. */
  const giveUp = (organization: number, rows: ReadonlyArray<Awaiting>, why: string) =>
    underOrganizationLock(
      organization,
      Effect.gen(function* () {
        yield* dropAwaiting(
          organization,
          rows.map(({ id }) => id)
        )
        for (const action of new Set(rows.map((row) => row.action))) {
          yield* markFailed(organization, ActionId.make(action), why)
        }
        yield* Effect.logWarning("Keywords could not be left to the campaign that was made for them", why)
      })
    )

  const run = Effect.fn("HandOver.run")(
    function* (organization: number, campaign: number) {
      const rows = yield* readAwaiting(organization, campaign)
      if (rows.length === 0) return
      if (!rows[0]!.begins) return yield* notYet
      yield* exclude(organization, campaign, rows).pipe(
        Effect.catchTag("TaskFailed", ({ message }) => giveUp(organization, rows, message))
      )
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  /** Whatever a job could not see through, because its campaign was not live for long, or the platform was away. */
  const all = Effect.gen(function* () {
    const left = yield* sql<{ organization: number; campaign: number }>`
      select distinct n.organization_id as organization, n.awaits_campaign_id as campaign
      from negative_keywords n join campaigns d on d.organization_id = n.organization_id
        and d.id = n.awaits_campaign_id and d.state = 'live'
      where n.awaits_campaign_id is not null`
    yield* Effect.forEach(left, ({ campaign, organization }) =>
      run(organization, campaign).pipe(Effect.catchTag("TryLater", () => Effect.void))
    )
    return { waiting: left.length }
  })
  return { run, all }
})

/** Carries hand-overs out: right after a launch, and again where that came to nothing. */
export const handOverJobs = Layer.unwrapEffect(
  Effect.map(make, ({ all, run }) =>
    Layer.merge(
      consumes(
        handOverQueue,
        Effect.succeed<Consumer<typeof handOverQueue.schema.Type>>({
          run: ({ campaign, organization }, { last }) =>
            run(organization, campaign).pipe(
              Effect.catchTag("TryLater", (later) => (last ? Effect.void : Effect.fail(later)))
            )
        })
      ),
      schedule({ name: "hand-over-sweep", cron: "*/5 * * * *", run: all })
    )
  )
)
