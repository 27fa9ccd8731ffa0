import type { Detector, DetectorOptions } from "../../contract/index.ts"
import type { Proposed } from "../recommendations/details.ts"
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
  /** What a month of it costs, in the organization's currency; null where the detector computes none. */
  readonly saving: number | null
  /** One sentence, for the list of recommendations. */
  readonly summary: string
}

/** A detector's rule: what it finds in a campaign. It reads nothing and changes nothing. */
export type Rule<D extends Detector> = (view: CampaignView, options: DetectorOptions<D>) => Detection

/** Of a campaign that there is nothing to say of. */
export const nothingFound: Detection = { findings: [], operations: [], saving: null, summary: "" }

export const finding = (fields: Finding["fields"], actionable = true): Finding => ({ fields, actionable })
