import type { Detector, DetectorOptions } from "../../contract/index.ts"
import type { CampaignView, MatchType } from "./view.ts"

/** One thing that applying a recommendation would do, as data: it is stored, previewed and turned into edits. */
export type Proposed =
  | {
      readonly op: "pause_keyword"
      readonly keyword: number
      readonly text: string
      readonly match: MatchType
    }
  | { readonly op: "add_keyword"; readonly ad: number; readonly text: string; readonly match: MatchType }
  | { readonly op: "add_negative_keyword"; readonly text: string; readonly match: MatchType }
  | { readonly op: "set_target_cpa"; readonly from: number | null; readonly to: number }
  | {
      readonly op: "create_draft"
      readonly type: "hipo"
      readonly keywords: ReadonlyArray<{ readonly text: string; readonly match: MatchType }>
    }

export interface Finding {
  readonly fields: Readonly<Record<string, string | number | null>>
  /** Whether applying does something about it. */
  readonly actionable: boolean
}

export interface Detection {
  readonly findings: ReadonlyArray<Finding>
  readonly operations: ReadonlyArray<Proposed>
  /** What a month of it costs, in the organization's currency; null where the detector computes none. */
  readonly saving: number | null
  /** One sentence, for the list of recommendations. */
  readonly summary: string
}

/** A detector's rule: what it finds in a campaign. It reads nothing and changes nothing. */
export type Rule<D extends Detector> = (view: CampaignView, options: DetectorOptions<D>) => Detection

export const finding = (fields: Finding["fields"], actionable = true): Finding => ({ fields, actionable })

/** "1 keyword", "3 keywords". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
