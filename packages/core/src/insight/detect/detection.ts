import type { Detector, DetectorOptions } from "../../contract/index.ts"
import type { Proposed } from "../recommendations/details.ts"
import { type Saves, savingOf } from "../savings/estimate.ts"
import type { CampaignView } from "./view.ts"

export type { Proposed }

export interface Finding {
  readonly fields: Readonly<Record<string, string | number | null>>
  /** Whether applying does something about it. */
  readonly actionable: boolean
}

export interface Detection {
  readonly findings: ReadonlyArray<Finding>
  readonly operations: ReadonlyArray<Proposed>
  /** What it would have saved in the last 30 days, in the organization's currency; null for nothing. */
  readonly saving: number | null
  /** What that is made of; null where the detector computes no saving. */
  readonly saves: Saves | null
  /** One sentence, for the list of recommendations. */
  readonly summary: string
}

/** A detector's rule: what it finds in a campaign. It reads nothing and changes nothing. */
export type Rule<D extends Detector> = (view: CampaignView, options: DetectorOptions<D>) => Detection

/** Of a detector whose findings save nothing by themselves. */
export const noSaving = { saving: null, saves: null } as const

/** What stopping some keywords or searches of a campaign saves. */
export const savingBy = ({ last30 }: CampaignView, stops: Saves["stops"]) => {
  const saves: Saves = { spent_micros: last30.cost_micros, stops: stops.filter(({ micros }) => micros > 0) }
  return { saving: savingOf(saves), saves }
}

/** Of a campaign that there is nothing to say of. */
export const nothingFound: Detection = { findings: [], operations: [], ...noSaving, summary: "" }

export const finding = (fields: Finding["fields"], actionable = true): Finding => ({ fields, actionable })
