import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { listSlugs } from "../../access/organizations.ts"
import { Statements } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { type NewRecommendation, saveRecommendation } from "../recommendations/save.ts"
import { brandLeak } from "./brand-leak.ts"
import { budgetAdvice } from "./budget.ts"
import { customerAdvice, locationAdvice } from "./coverage.ts"
import { type EngineView, readBusinessView, readEngineViews } from "./read-views.ts"

/** The types that the engine recommends without a request. */
const campaignAdviceTypes = ["brand_leak", "budget"] as const
const businessAdviceTypes = ["location", "icp"] as const

const campaignAdvice = ({ budget, leak }: EngineView) =>
  [leak === null ? null : brandLeak(leak), budgetAdvice(budget)].filter((one) => one !== null)

/**
 * Returns the campaign that represents the business in recommendations without a campaign: the oldest live
 * non-brand one, so that it is the same every day.
 */
const representativeCampaign = (views: ReadonlyArray<EngineView>): EngineView | null =>
  views.find(({ type }) => type !== "brand") ?? views[0] ?? null

/** Saves current recommendations and removes outdated ones: nobody must apply yesterday's finding. */
export const adviseOrganization = (organization: number) =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    const savedIds: Array<string> = []
    const save = (campaign: number, recommendation: NewRecommendation) =>
      Effect.map(
        saveRecommendation(statements, organization, campaign, recommendation, { unlessDecided: true }),
        (id) => {
          if (id !== null) savedIds.push(id)
        }
      )
    const views = yield* readEngineViews(organization)
    for (const view of views) {
      for (const recommendation of campaignAdvice(view)) yield* save(view.campaign, recommendation)
    }
    const business = yield* readBusinessView(organization)
    const representative = representativeCampaign(views)
    if (business !== null && representative !== null) {
      for (const recommendation of [...locationAdvice(business), ...customerAdvice(business)]) {
        yield* save(representative.campaign, recommendation)
      }
    }
    // While a profile is being analysed again, its result is unknown.
    const types = business === null ? campaignAdviceTypes : [...campaignAdviceTypes, ...businessAdviceTypes]
    yield* sql`update recommendations set status = 'dismissed', dismissed_at = now(), updated_at = now()
      where organization_id = ${organization} and status = 'pending' and type = any(${types}) and id <> all(${savedIds})
        and applying_at is null`
    return savedIds.length
  })

/** Runs for each organization in turn. A failure is logged and does not stop the others. */
const adviseAll = Effect.gen(function* () {
  let recommended = 0
  for (const { id } of yield* listSlugs) {
    recommended += yield* adviseOrganization(id).pipe(
      Effect.catchAllCause((cause) =>
        Effect.as(
          Effect.logWarning("What to recommend could not be found out", cause).pipe(
            Effect.annotateLogs({ organization: id })
          ),
          0
        )
      )
    )
  }
  return { recommended }
})

/** In the morning, after the night's sync has imported yesterday. Many organizations take more than an hour. */
export const adviceSchedule = registerSchedule({
  name: "advice",
  cron: "40 5 * * *",
  expireInSeconds: 6 * 3600,
  run: adviseAll
})
