import { type Detector, detectors, detectorTable, type recommendationTypes } from "../../contract/index.ts"

export type RecommendationType = (typeof recommendationTypes)[number]

/** What the engine's own recommendations are about. */
const engineLabels: Readonly<Record<Exclude<RecommendationType, Detector>, string>> = {
  brand_leak: "Brand searches in other campaigns",
  budget: "Daily budgets",
  location: "Locations without a campaign",
  icp: "Customers without a campaign"
}

/** What recommendations are about, for people: a heading in documents and pages. */
export const recommendationLabels = {
  ...(Object.fromEntries(detectors.map((detector) => [detector, detectorTable[detector].label])) as Record<
    Detector,
    string
  >),
  ...engineLabels
}
