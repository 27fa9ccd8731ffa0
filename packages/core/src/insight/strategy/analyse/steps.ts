import type { Detector } from "../../../contract/index.ts"
import type { DetectorResult, Goal } from "../../detect/definition.ts"
import type { DemandTheme } from "./demand.ts"

/** The result of one detector in one campaign. */
export interface CampaignDetectorResult {
  readonly campaign: string
  readonly result: DetectorResult
}

export interface BudgetMove {
  readonly campaign: string
  readonly from: number
  readonly to: number
  readonly cpa: number | null
  /** The additional monthly conversions of a raise, at the current cost per conversion. */
  readonly conversions: number | null
  /**
   * The monthly saving of the first steps in the same campaign. If it exceeds a raise, the raise can wait.
   */
  readonly savedMonthly: number
  readonly canWait: boolean
  /** The share of impressions that it lost to its budget, such as "31%"; null if small or unknown. */
  readonly lost: string | null
}

/** A campaign that loses impressions to ad rank. */
export interface OutrankedItem {
  readonly campaign: string
  /** The share of its impressions. */
  readonly lost: string
  readonly lowQuality: { readonly keywords: number; readonly spend: number }
  /** Its ads of poor strength. */
  readonly poor: number
}

export interface BrandLeakItem {
  readonly campaign: string
  readonly terms: number
  readonly cost: number
}

type StepBase = { readonly goal: Goal; readonly saving: number | null }

/** One step of the plan, in one or more campaigns, as data: the writer adds the words. */
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
    | {
        readonly kind: "disapproved"
        readonly ads: number
        readonly items: ReadonlyArray<{ readonly campaign: string; readonly ads: number }>
      }
    | { readonly kind: "rank"; readonly items: ReadonlyArray<OutrankedItem> }
    | { readonly kind: "theme"; readonly theme: DemandTheme }
    | { readonly kind: "tracking" }
    | {
        readonly kind: "recommendation"
        readonly summary: string
        readonly campaign: string
      }
  )

export const stepCampaigns = (step: PlanStep): ReadonlyArray<string> => {
  switch (step.kind) {
    case "theme":
      return step.theme.waitingIn
    case "tracking":
      return []
    case "recommendation":
      return [step.campaign]
    default:
      return step.items.map(({ campaign }) => campaign)
  }
}

/** A step with its rank among those with the same goal. */
export type RankedStep = PlanStep & { readonly rank: number }
