import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import { ActionId } from "../../contract/index.ts"
import { markFailed } from "../../log/action-log.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { TryLater } from "../../tasks/failures.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import { type Consumer, registerConsumer, registerSchedule } from "../../tasks/registries.ts"
import { platformRefOf } from "../criterion-rows.ts"
import {
  dropPendingExclusions,
  type PendingExclusion,
  readPendingExclusions
} from "../negatives/pending-exclusions.ts"
import { activateNegatives, exclusionKey } from "../negatives/rows.ts"
import { asTaskFailure, toUnreachable } from "./record.ts"

/** Adds the keywords of a newly live campaign as exclusions to another campaign. */
export const keywordTransferQueue = defineQueue(
  "keyword-transfer",
  Schema.Struct({ organization: Schema.Number, campaign: Schema.Number })
)

const notLiveYet = new TryLater({ message: "The campaign that takes the keywords over is not live yet." })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts

  /**
   * Activates the exclusions that are still wanted. Returns those that were created in the platform
   * needlessly.
   */
  const activateWanted = (
    organization: number,
    campaign: number,
    awaitedCampaign: number,
    withRefs: ReadonlyArray<{ readonly id: number; readonly ref: string | null }>
  ) =>
    underOrganizationLock(
      organization,
      Effect.gen(function* () {
        const wanted = new Set(
          (yield* readPendingExclusions(organization, awaitedCampaign)).map(({ id }) => id)
        )
        yield* activateNegatives(
          organization,
          campaign,
          withRefs.filter(({ id }) => wanted.has(id))
        )
        return withRefs.flatMap(({ id, ref }) => (wanted.has(id) || ref === null ? [] : [ref]))
      })
    )

  /**
   * Creates the exclusions in the platform first. It looks for existing ones, so an attempt whose response
   * was lost is not repeated.
   */
  const exclude = (organization: number, awaitedCampaign: number, rows: ReadonlyArray<PendingExclusion>) =>
    Effect.gen(function* () {
      const { account, campaign, inService } = rows[0]!
      if (!inService) {
        const withRefs = rows.map(({ id }) => ({ id, ref: null }))
        return yield* activateWanted(organization, campaign, awaitedCampaign, withRefs)
      }
      const ready = yield* accounts.get(organization, account)
      const parent = { campaign: yield* platformRefOf(organization, campaign) }
      const remote = new Map(
        (yield* ready.platform.negatives(ready, parent)).map((one) => [exclusionKey(one), one.ref])
      )
      const missing = rows.filter((row) => !remote.has(exclusionKey(row)))
      const made = yield* missing.length === 0
        ? Effect.succeed([])
        : ready.platform.mutate(
            ready,
            missing.map(({ match, text }) => ({ do: "add_negative", parent, text, match }))
          )
      const refs = new Map(missing.map(({ id }, n) => [id, made[n]!]))
      const withRefs = rows.map((row) => ({
        id: row.id,
        ref: refs.get(row.id) ?? remote.get(exclusionKey(row)) ?? null
      }))
      const unwantedRefs = yield* activateWanted(organization, campaign, awaitedCampaign, withRefs)
      if (unwantedRefs.length > 0) {
        yield* ready.platform.mutate(
          ready,
          unwantedRefs.map((ref) => ({ do: "remove", ref }))
        )
      }
    }).pipe(
      Effect.catchTag("OutcomeUnknown", toUnreachable),
      Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error)))
    )

  /**
   * The platform refuses the exclusions, so the action is removed from the log. Both campaigns keep showing.
   */
  const giveUp = (organization: number, rows: ReadonlyArray<PendingExclusion>, reason: string) =>
    underOrganizationLock(
      organization,
      Effect.gen(function* () {
        yield* dropPendingExclusions(
          organization,
          rows.map(({ id }) => id)
        )
        for (const action of new Set(rows.map((row) => row.action))) {
          yield* markFailed(organization, ActionId.make(action), reason)
        }
        yield* Effect.logWarning("Keywords could not be left to the campaign that was made for them", reason)
      })
    )

  const run = Effect.fn("TransferKeywords.run")(
    function* (organization: number, campaign: number) {
      const rows = yield* readPendingExclusions(organization, campaign)
      if (rows.length === 0) return
      if (!rows[0]!.awaited_is_live) return yield* notLiveYet
      yield* exclude(organization, campaign, rows).pipe(
        Effect.catchTag("TaskFailed", ({ message }) => giveUp(organization, rows, message))
      )
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  /**
   * Runs transfers that no job finished, because the campaign was not live long enough or the platform was
   * unavailable.
   */
  const runAll = Effect.gen(function* () {
    const pending = yield* sql<{ organization: number; campaign: number }>`
      select distinct n.organization_id as organization, n.awaits_campaign_id as campaign
      from negative_keywords n join campaigns d on d.organization_id = n.organization_id
        and d.id = n.awaits_campaign_id and d.state = 'live'
      where n.awaits_campaign_id is not null`
    yield* Effect.forEach(pending, ({ campaign, organization }) =>
      run(organization, campaign).pipe(Effect.catchTag("TryLater", () => Effect.void))
    )
    return { waiting: pending.length }
  })
  return { run, all: runAll }
})

/** Runs keyword transfers right after a launch, and retries unfinished ones. */
export const keywordTransferJobs = Effect.gen(function* () {
  const { all, run } = yield* make
  yield* registerConsumer(
    keywordTransferQueue,
    Effect.succeed<Consumer<typeof keywordTransferQueue.schema.Type>>({
      run: ({ campaign, organization }, { isLast }) =>
        run(organization, campaign).pipe(
          Effect.catchTag("TryLater", (later) => (isLast ? Effect.void : Effect.fail(later)))
        )
    })
  )
  yield* registerSchedule({ name: "keyword-transfer-sweep", cron: "*/5 * * * *", run: all })
})
