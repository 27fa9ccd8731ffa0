import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { Statements } from "../../storage/index.ts"
import { schedule } from "../../tasks/registries.ts"
import { type Recommended, saveAdvice } from "../recommendations/save.ts"
import { brandLeak } from "./brand-leak.ts"
import { budgetAdvice } from "./budget.ts"
import { customerAdvice, locationAdvice } from "./coverage.ts"
import { readBusiness } from "./read-business.ts"
import { type EngineView, readEngineViews } from "./read-views.ts"

/** What the engine itself finds, without being asked. */
const ofCampaigns = ["brand_leak", "budget"] as const
const ofBusiness = ["location", "icp"] as const

const advice = ({ budget, leak }: EngineView) =>
  [leak === null ? null : brandLeak(leak), budgetAdvice(budget)].filter((one) => one !== null)

/**
 * The campaign that stands for the business, where a recommendation is about no campaign in particular: the oldest that
 * is live and not the brand's, so that it is the same one every morning.
 */
const besideOf = (views: ReadonlyArray<EngineView>): EngineView | null =>
  views.find(({ type }) => type !== "brand") ?? views[0] ?? null

/** Recommends what is so now, and takes off the list what no longer is: nobody shall apply yesterday's finding. */
export const adviseOrganization = (organization: number) =>
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    const kept: Array<string> = []
    const save = (campaign: number, found: Recommended) =>
      Effect.map(saveAdvice(statements, organization, campaign, found), (id) => {
        if (id !== null) kept.push(id)
      })
    const views = yield* readEngineViews(organization)
    for (const view of views) {
      for (const found of advice(view)) yield* save(view.campaign, found)
    }
    const business = yield* readBusiness(organization)
    const beside = besideOf(views)
    if (business !== null && beside !== null) {
      for (const found of [...locationAdvice(business), ...customerAdvice(business)]) {
        yield* save(beside.campaign, found)
      }
    }
    // While a profile is being analysed anew, nobody knows what it will say.
    const types = business === null ? ofCampaigns : [...ofCampaigns, ...ofBusiness]
    yield* sql`update recommendations set status = 'dismissed', dismissed_at = now(), updated_at = now()
      where organization_id = ${organization} and status = 'pending' and type = any(${types}) and id <> all(${kept})
        and applying_at is null`
    return kept.length
  })

/** Every organization after another; what goes wrong with one is told, and keeps nothing from the others. */
const advise = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const organizations = yield* sql<{ id: number }>`select id from organizations order by id`
  let recommended = 0
  for (const { id } of organizations) {
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

/** In the morning, when the night's sync has brought yesterday. */
export const adviceSchedule = schedule({ name: "advice", cron: "40 5 * * *", run: advise })
