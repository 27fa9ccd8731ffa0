import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { readOrganization, readRules, rulesOf } from "../../access/organizations.ts"
import { decodeTargeting, readCampaigns, readLiveCampaigns } from "../../campaigns/index.ts"
import { BudgetCommitments } from "../../changes/organization.ts"
import { readyProfile } from "../../organizations/index.ts"
import { makePlanningReader, runStatement } from "../../storage/index.ts"
import { evidence as evidenceDays } from "../detect/thresholds.ts"
import type { BrandLeakView } from "./brand-leak.ts"
import type { BudgetView } from "./budget.ts"
import type { BusinessView, TargetedArea } from "./coverage.ts"

/** A live campaign for the engine's rules. */
export interface EngineView {
  readonly campaign: number
  readonly type: string
  /** Null for brand campaigns, and if the account has no live one. */
  readonly leak: BrandLeakView | null
  readonly budget: BudgetView
}

/** Reads all live campaigns of an organization in one snapshot. */
export const readEngineViews = (organization: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const commitments = yield* BudgetCommitments
    const [rows, [rules], [sum], [found]] = yield* sql.withTransaction(
      makePlanningReader().read(
        readLiveCampaigns(organization, evidenceDays),
        readRules(organization),
        commitments.read(organization, null),
        readOrganization(organization)
      )
    )
    const { currency } = found!
    const { changeLimitPercent, maxSpend } = rulesOf(rules!)
    const money = { changeLimitPercent, maxSpend, committed: sum!.sum }
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
export const readBusinessView = (organization: number) =>
  Effect.gen(function* () {
    const profile = yield* readyProfile(organization)
    if (profile === null) return null
    const rows = yield* runStatement(readCampaigns(organization))
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
