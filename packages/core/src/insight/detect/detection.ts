import type { Detector, DetectorOptions } from "../../contract/index.ts"
import type { ProposedOperation } from "../recommendations/details.ts"
import { type SavingBasis, savingOf } from "../savings/estimate.ts"
import type { CampaignView } from "./view.ts"

export type { ProposedOperation }

export interface Finding {
  readonly fields: Readonly<Record<string, string | number | null>>
  /** Whether applying it changes anything. */
  readonly actionable: boolean
}

export interface Detection {
  readonly findings: ReadonlyArray<Finding>
  readonly operations: ReadonlyArray<ProposedOperation>
  /** The saving over the last 30 days, in the organization's currency; null for none. */
  readonly saving: number | null
  /** The basis of the saving; null if the detector computes none. */
  readonly saves: SavingBasis | null
  /** One sentence, for the list of recommendations. */
  readonly summary: string
}

/** A detector's rule: a pure function from a campaign's view to its findings. */
export type DetectorRule<D extends Detector> = (view: CampaignView, options: DetectorOptions<D>) => Detection

/** For a detector whose findings save nothing by themselves. */
export const noSaving = { saving: null, saves: null } as const

/** Returns the saving from stopping some keywords or searches of a campaign. */
export const savingFromStops = ({ last30 }: CampaignView, stops: SavingBasis["stops"]) => {
  const saves: SavingBasis = {
    spent_micros: last30.cost_micros,
    stops: stops.filter(({ micros }) => micros > 0)
  }
  return { saving: savingOf(saves), saves }
}

/** A detection without findings. */
export const emptyDetection: Detection = { findings: [], operations: [], ...noSaving, summary: "" }

export const makeFinding = (fields: Finding["fields"], actionable = true): Finding => ({ fields, actionable })
