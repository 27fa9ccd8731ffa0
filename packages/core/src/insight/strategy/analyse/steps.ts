import type { Detector } from "../../../contract/index.ts"
import type { Found } from "../gather/audit-campaign.ts"
import type { Theme } from "./demand.ts"

/** In the order in which they are worth doing. */
export const goals = ["stop", "grow", "win", "tidy"] as const
export type Goal = (typeof goals)[number]

/** What one detector found in one campaign. */
export interface FoundIn {
  readonly campaign: string
  readonly found: Found
}

export interface BudgetMove {
  readonly campaign: string
  readonly from: number
  readonly to: number
  readonly cpa: number | null
  /** What a raise buys in a month, if the next conversions cost what the last ones did. */
  readonly conversions: number | null
  /** What the first steps free in the same campaign each month. Where that is more than a raise adds, it can wait. */
  readonly freed: number
  readonly waits: boolean
  readonly recommendation: string | null
}

export interface Leak {
  readonly campaign: string
  readonly terms: number
  readonly cost: number
  readonly recommendation: string | null
}

type Common = { readonly goal: Goal; readonly saving: number | null }

/** One thing to do, in as many campaigns as need it. As data: its words are made where the document is written. */
export type Step = Common &
  (
    | {
        readonly is: "detector"
        readonly detector: Detector
        readonly operations: number
        readonly items: ReadonlyArray<FoundIn>
      }
    | { readonly is: "leak"; readonly terms: number; readonly items: ReadonlyArray<Leak> }
    | {
        readonly is: "budget"
        readonly raises: boolean
        readonly conversions: number
        readonly items: ReadonlyArray<BudgetMove>
      }
    | { readonly is: "theme"; readonly theme: Theme }
    | {
        readonly is: "recommendation"
        readonly id: string
        readonly summary: string
        readonly campaign: string
      }
  )

export const campaignsOf = (step: Step): ReadonlyArray<string> => {
  switch (step.is) {
    case "theme":
      return step.theme.waitingIn
    case "recommendation":
      return [step.campaign]
    default:
      return step.items.map(({ campaign }) => campaign)
  }
}

/** A step and its place among those that are good for the same. */
export type Placed = Step & { readonly place: number }
