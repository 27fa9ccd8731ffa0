import { type Detector, withDefaultOptions } from "../../contract/index.ts"
import { savingOf } from "../savings/estimate.ts"
import { type Detection, type DetectorDefinition, noFindings } from "./definition.ts"
import { definitions } from "./detectors/index.ts"
import { type CampaignView, servedWithin, type ViewPart } from "./view.ts"

type GivenOptions = Readonly<Record<string, unknown>>

/** Whether a detector cannot judge a campaign, because its conversions are no longer counted. */
const isSilenced = (detector: Detector, { conversionsStopped }: CampaignView): boolean =>
  conversionsStopped !== null && definitions[detector].ignoresConversions !== true

/** Explains why most detectors are silent where conversions stopped; null if they did not. */
export const explainSilence = ({
  conversionsStopped
}: Pick<CampaignView, "conversionsStopped">): string | null =>
  conversionsStopped === null
    ? null
    : `No conversion was counted since ${conversionsStopped} although clicks went on, so nothing is judged by conversions. Check the conversion tracking first.`

/** Runs a detector with the given options and the contract's defaults. */
export const detect = <D extends Detector>(
  detector: D,
  view: CampaignView,
  given: GivenOptions = {}
): Detection => {
  const definition: DetectorDefinition<D> = definitions[detector]
  const found = isSilenced(detector, view)
    ? noFindings
    : definition.detect(view, withDefaultOptions(detector, given))
  const stops = (found.stops ?? []).filter(({ conversions = 0, micros }) => micros > 0 || conversions > 0)
  const saves = definition.stops === null ? null : { spent_micros: view.last30.cost_micros, stops }
  return {
    ...found,
    operations: [...new Set(found.findings.flatMap(({ operation }) => operation ?? []))],
    saves,
    saving: saves === null ? null : savingOf(saves)
  }
}

/** Explains an empty result in one sentence. */
export const explainNoFindings = <D extends Detector>(
  detector: D,
  view: CampaignView,
  given: GivenOptions = {}
): string => {
  const { explainNoFindings, needsServedDays }: DetectorDefinition<D> = definitions[detector]
  if (isSilenced(detector, view)) return explainSilence(view)!
  return needsServedDays && servedWithin(view, 90) === 0
    ? "The campaign has not served in the last 90 days, so there is nothing to judge it by."
    : explainNoFindings(view, withDefaultOptions(detector, given))
}

/** The days that detectors without such an option look at, and all of them in a strategy. */
export const monthDays = 30

const windowOptionOf = (detector: Detector): string | undefined => definitions[detector].windowOption

/** Returns the options for a month. */
export const monthOptions = (detector: Detector): GivenOptions => {
  const windowOption = windowOptionOf(detector)
  return windowOption === undefined ? {} : { [windowOption]: monthDays }
}

/** Returns the detector's window: as requested, or a month if it has no such option. */
export const windowDays = (detector: Detector, given: GivenOptions): number => {
  const windowOption = windowOptionOf(detector)
  const options: GivenOptions = { ...withDefaultOptions(detector, given) }
  return windowOption === undefined ? monthDays : Number(options[windowOption])
}

/** Returns the parts of the view that these detectors read. */
export const partsOf = (some: ReadonlyArray<Detector>): ReadonlySet<ViewPart> =>
  new Set(some.flatMap((detector) => definitions[detector].reads))
