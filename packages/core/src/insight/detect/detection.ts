import type { Detector, DetectorOptions } from "../../contract/index.ts"
import type { ProposedOperation } from "../recommendations/details.ts"
import { type SavingBasis, savingOf } from "../savings/estimate.ts"
import type { CampaignView } from "./view.ts"

export type { ProposedOperation }

export interface Finding {
  readonly fields: Readonly<Record<string, string | number | null>>
  /** Whether applying does something about it. */
  readonly actionable: boolean
}

export interface Detection {
  readonly findings: ReadonlyArray<Finding>
  readonly operations: ReadonlyArray<ProposedOperation>
  /** What it would have saved in the last 30 days, in the organization's currency; null for nothing. */
  readonly saving: number | null
  /** What that is made of; null where the detector computes no saving. */
  readonly saves: SavingBasis | null
  /** One sentence, for the list of recommendations. */
  readonly summary: string
}

/** A detector's rule: what it finds in a campaign. It reads nothing and changes nothing. */
export type DetectorRule<D extends Detector> = (view: CampaignView, options: DetectorOptions<D>) => Detection

/** Of a detector whose findings save nothing by themselves. */
export const noSaving = { saving: null, saves: null } as const

/** What stopping some keywords or searches of a campaign saves. */
export const savingFromStops = ({ last30 }: CampaignView, stops: SavingBasis["stops"]) => {
  const saves: SavingBasis = {
    spent_micros: last30.cost_micros,
    stops: stops.filter(({ micros }) => micros > 0)
  }
  return { saving: savingOf(saves), saves }
}

/** Of a campaign that there is nothing to say of. */
export const emptyDetection: Detection = { findings: [], operations: [], ...noSaving, summary: "" }

export const makeFinding = (fields: Finding["fields"], actionable = true): Finding => ({ fields, actionable })
