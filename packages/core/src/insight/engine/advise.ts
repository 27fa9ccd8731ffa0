import { Effect } from "effect"
import { listSlugs, readOrganization, readRules, rulesOf } from "../../access/organizations.ts"
import { decodeTargeting, readCampaigns, readLiveCampaigns } from "../../campaigns/index.ts"
import { BudgetCommitments } from "../../changes/organization.ts"
import { readyProfile } from "../../organizations/index.ts"
import { inTransaction, makePlanningReader, runSql, Statements } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { evidence } from "../detect/view.ts"
import { type NewRecommendation, saveRecommendation } from "../recommendations/rows.ts"
import {
  type BrandLeakView,
  type BudgetView,
  type BusinessView,
  brandLeak,
  budgetAdvice,
  customerAdvice,
  locationAdvice,
  type TargetedArea
} from "./rules.ts"

/** A live campaign for the engine's rules. */
interface EngineView {
  readonly campaign: number
  readonly type: string
  /** Null for brand campaigns, and if the account has no live one. */
  readonly leak: BrandLeakView | null
  readonly budget: BudgetView
}

/** Reads all live campaigns of an organization in one snapshot. */
export const readEngineViews = (organization: number) =>
  Effect.gen(function* () {
    const commitments = yield* BudgetCommitments
    const [rows, [rules], [committed], [found]] = yield* inTransaction(
      makePlanningReader().read(
        readLiveCampaigns(organization, evidence.days),
        readRules(organization),
        commitments.read(organization, null),
        readOrganization(organization)
      )
    )
    const { currency } = found!
    const { changeLimitPercent, maxSpend } = rulesOf(rules!)
    const money = { changeLimitPercent, maxSpend, committed: committed! }
    return rows.map(
      ({
        brand,
        budget,
        conversions_stopped,
        evidence,
        id,
        last30,
        negatives,
        served,
        target_cpa,
        terms,
        type
      }): EngineView => ({
        campaign: id,
        type,
        leak:
          type === "brand" || brand.length === 0
            ? null
            : { brand, currency, negatives, terms, spent_micros: last30.cost_micros },
        budget: {
          budget,
          currency,
          conversionsStopped: conversions_stopped,
          targetCpa: target_cpa,
          served,
          last30,
          evidence,
          rules: money
        }
      })
    )
  })

/** Reads the business for the engine's rules; null without a ready profile. Drafts count as coverage. */
const readBusinessView = (organization: number) =>
  Effect.gen(function* () {
    const profile = yield* readyProfile(organization)
    if (profile === null) return null
    const rows = yield* runSql(readCampaigns(organization))
    const view: BusinessView = {
      profile,
      targetedAreas: rows.map((row): TargetedArea => {
        const { locations, radius } = decodeTargeting(row)
        const hasTargeting = locations.length > 0 || radius !== null
        return { locations, radius, everywhere: row.origin === "imported" && !hasTargeting }
      })
    }
    return view
  })

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
    yield* runSql`update recommendations set status = 'dismissed', dismissed_at = now(), updated_at = now()
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
