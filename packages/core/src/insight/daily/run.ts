import { Effect, Schema } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { readLiveSearchCampaign, readLiveSearchCampaigns } from "../../campaigns/index.ts"
import { detectors, isApplicable } from "../../contract/index.ts"
import { type AccountKey, claimDetection, findUndetectedAccounts } from "../../platform/account-sync.ts"
import { inTransaction, runSql, Statements } from "../../storage/index.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import { type Consumer, registerConsumer, registerSchedule } from "../../tasks/registries.ts"
import { detect, monthDays, monthOptions, partsOf } from "../detect/detect.ts"
import { readView } from "../detect/run.ts"
import type { CampaignView } from "../detect/view.ts"
import { changesOf, partOf } from "../recommendations/parts.ts"
import {
  type ProposedOperation,
  readDecidedOperations,
  saveRecommendation,
  withdrawOthers
} from "../recommendations/rows.ts"
import { type DailyRecommendation, oneRowEach } from "./one-row.ts"
import { recordRun } from "./runs.ts"
import { undecidedOf } from "./undecided.ts"

const applicable = detectors.filter(isApplicable)

/** Runs the detectors over a month. */
const detectAll = (view: CampaignView) =>
  applicable.map((type) => ({ type, detection: detect(type, view, monthOptions(type)) }))
type Detected = ReturnType<typeof detectAll>

/** Returns what the detectors recommend for a campaign. */
const recommend = (detected: Detected): ReadonlyArray<DailyRecommendation> =>
  detected.flatMap(({ detection, type }) => {
    const { evidence, findings, operations, saves, saving, summary } = detection
    const [first, ...more] = operations
    if (first === undefined) return []
    return [
      {
        type,
        summary,
        saving,
        ...(saves === null ? {} : { saves }),
        ...(evidence === undefined ? {} : { evidence }),
        findings: findings.map(({ fields, monthFields }) => monthFields ?? fields),
        operations: [first, ...more]
      }
    ]
  })

/** Leaves out the changes on which people have decided. */
const withoutDecided = (
  found: ReadonlyArray<DailyRecommendation>,
  decided: ReadonlyArray<ProposedOperation>
): ReadonlyArray<DailyRecommendation> => {
  const keys = new Set(decided.flatMap((one) => changesOf(one).map(({ key }) => key)))
  return found.flatMap((one) => partOf(one, ({ key }) => !keys.has(key)) ?? [])
}

/** Runs the detectors on a campaign, if it is still live, and replaces the recommendations of the last run. */
export const detectDaily = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [live] = yield* runSql(readLiveSearchCampaign(organization, campaign))
    if (live === undefined) return { recommended: 0 }
    const { currency } = yield* organizationById(organization)
    const found = yield* readView({ id: organization, currency }, live.slug, monthDays, partsOf(applicable))
    if (found === null) return { recommended: 0 }
    const decided = yield* readDecidedOperations(organization, campaign)
    const statements = yield* Statements
    const saved: Array<string> = []
    const detected = detectAll(found.view)
    // Each term and keyword once, and nothing that people decided on.
    for (const one of oneRowEach(withoutDecided(recommend(detected), decided))) {
      const id = yield* saveRecommendation(statements, organization, campaign, one)
      if (id !== null) saved.push(id)
    }
    yield* runSql(withdrawOthers(organization, campaign, applicable, saved))
    const listed = new Set(
      detected.flatMap(({ detection }) => detection.findings.map(({ fields }) => fields["term"]))
    )
    yield* runSql(recordRun(organization, campaign, saved.length, undecidedOf(found.view, listed)))
    return { recommended: saved.length }
  }).pipe(Effect.withSpan("detectors.daily", { attributes: { organization, campaign } }))

/** The daily run of the detectors on a campaign. */
export const dailyDetection = defineQueue(
  "daily-detection",
  Schema.Struct({ organization: Schema.Number, campaign: Schema.Number })
)

/** A process reads one campaign at a time, because a large one has half a million searches. */
export const detectionJobs = registerConsumer(
  dailyDetection,
  Effect.gen(function* () {
    const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof detectDaily>>>()
    const oneAtATime = yield* Effect.makeSemaphore(1)
    const consumer: Consumer<typeof dailyDetection.schema.Type> = {
      run: ({ campaign, organization }) =>
        oneAtATime.withPermits(1)(detectDaily(organization, campaign).pipe(Effect.provide(context)))
    }
    return consumer
  })
)

/** So many runs of an organization start before those of others wait for them. */
const maxOrdinary = 20

/** Starts the runs of an account once for its latest day: they are sent with the claim, or not at all. */
const startRuns = (account: AccountKey) =>
  inTransaction(
    Effect.gen(function* () {
      if (!(yield* claimDetection(account))) return 0
      const organization = account.organizationId
      const live = yield* runSql(readLiveSearchCampaigns(organization, account.accountId))
      const queue = yield* Queue
      yield* Effect.forEach(
        live,
        ({ id: campaign }, n) =>
          queue.send(
            dailyDetection,
            { organization, campaign },
            { organization, lowPriority: n >= maxOrdinary }
          ),
        { discard: true }
      )
      return live.length
    })
  )

/** The most accounts whose runs are started at once; the others follow a minute later. */
const maxAccounts = 200

/** Starts the daily runs of all accounts whose sync has stored a new day. */
export const startDailyRuns = Effect.gen(function* () {
  yield* (yield* Queue).ready
  const started = yield* Effect.forEach(yield* findUndetectedAccounts(maxAccounts), startRuns)
  return { started: started.reduce((sum, n) => sum + n, 0) }
})

/** Soon after each sync: people look at the page when the first one ends. */
export const detectionSchedule = registerSchedule({
  name: "detection-start",
  cron: "* * * * *",
  run: startDailyRuns
})
