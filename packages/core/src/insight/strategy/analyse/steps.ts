import type { Detector } from "../../../contract/index.ts"
import type { DetectorResult } from "../gather/audit-campaign.ts"
import type { DemandTheme } from "./demand.ts"

/** In the order in which they are worth doing. */
export const goals = ["stop", "grow", "win", "tidy"] as const
export type Goal = (typeof goals)[number]

/** What one detector found in one campaign. */
export interface CampaignDetectorResult {
  readonly campaign: string
  readonly result: DetectorResult
}

export interface BudgetMove {
  readonly campaign: string
  readonly from: number
  readonly to: number
  readonly cpa: number | null
  /** What a raise buys in a month, if the next conversions cost what the last ones did. */
  readonly conversions: number | null
  /** What the first steps free in the same campaign each month. Where that is more than a raise adds, it can wait. */
  readonly savedMonthly: number
  readonly canWait: boolean
  readonly recommendation: string | null
}

export interface BrandLeakItem {
  readonly campaign: string
  readonly terms: number
  readonly cost: number
  readonly recommendation: string | null
}

type StepBase = { readonly goal: Goal; readonly saving: number | null }

/** One thing to do, in as many campaigns as need it. As data: its words are made where the document is written. */
export type PlanStep = StepBase &
  (
    | {
        readonly kind: "detector"
        readonly detector: Detector
        readonly operations: number
        readonly items: ReadonlyArray<CampaignDetectorResult>
      }
    | { readonly kind: "leak"; readonly terms: number; readonly items: ReadonlyArray<BrandLeakItem> }
    | {
        readonly kind: "budget"
        readonly raises: boolean
        readonly conversions: number
        readonly items: ReadonlyArray<BudgetMove>
      }
    | { readonly kind: "theme"; readonly theme: DemandTheme }
    | {
        readonly kind: "recommendation"
        readonly id: string
        readonly summary: string
        readonly campaign: string
      }
  )

export const stepCampaigns = (step: PlanStep): ReadonlyArray<string> => {
  switch (step.kind) {
    case "theme":
      return step.theme.waitingIn
    case "recommendation":
      return [step.campaign]
    default:
      return step.items.map(({ campaign }) => campaign)
  }
}

/** A step and its place among those that are good for the same. */
export type RankedStep = PlanStep & { readonly rank: number }
