export const detectors = [
  "high_cpc",
  "no_conversion_keywords",
  "zero_impression",
  "negative_keywords",
  "tcpa",
  "exact_match",
  "hipo",
  "keyword_count",
  "optimized_keywords",
  "new_keywords"
] as const
export type Detector = (typeof detectors)[number]

/** Runs all ten. It takes no options, and each finding names its detector. */
export const allDetectors = "all" as const

/** A one-line description of each detector, shown in schemas, help and docs. */
const descriptions: { readonly [D in Detector | typeof allDetectors]: string } = {
  high_cpc: "keywords with clicks far above the average CPC",
  no_conversion_keywords: "keywords that cost much and never converted",
  zero_impression: "keywords not shown for 90 days",
  negative_keywords: "search terms to exclude: cost without conversions",
  tcpa: "a target CPA that does not fit the actual one",
  exact_match: "broad or phrase keywords to add as exact",
  hipo: "cheap converting keywords held back by the budget",
  keyword_count: "ads with too many keywords",
  optimized_keywords: "keywords to keep, add and pause, ranked",
  new_keywords: "converting search terms that are no keyword yet",
  all: "all ten, without options"
}
export const detectorDescriptions = Object.entries(descriptions)
  .map(([detector, meaning]) => `${detector}: ${meaning}`)
  .join("; ")

/** A number of keywords cannot be applied, so no recommendation has that type. */
export type ApplicableDetector = Exclude<Detector, "keyword_count">
export const isApplicable = (detector: Detector): detector is ApplicableDetector =>
  detector !== "keyword_count"

interface NumberOption {
  readonly takes: "whole number" | "number"
  readonly min: number
  readonly max: number
  readonly default: number
  readonly meaning: string
}
interface FlagOption {
  readonly takes: "true or false"
  readonly default: boolean
  readonly meaning: string
}
type Option = NumberOption | FlagOption

const wholeNumberOption = (min: number, max: number, defaultValue: number, meaning: string) =>
  ({ takes: "whole number", min, max, default: defaultValue, meaning }) satisfies NumberOption

const numberOption = (min: number, max: number, defaultValue: number, meaning: string) =>
  ({ takes: "number", min, max, default: defaultValue, meaning }) satisfies NumberOption

/** The options of each detector, with their ranges and defaults. Four detectors have none. */
export const detectorOptions = {
  high_cpc: { threshold: numberOption(1, 10, 3, "Multiples of the campaign's average cost per click") },
  no_conversion_keywords: {},
  zero_impression: {
    include_paused: { takes: "true or false", default: false, meaning: "Include paused keywords" }
  },
  negative_keywords: { days: wholeNumberOption(1, 90, 7, "Days of search terms to analyse") },
  tcpa: { period_days: wholeNumberOption(7, 90, 30, "Days of conversions to analyse") },
  exact_match: {},
  hipo: {},
  keyword_count: { threshold: wholeNumberOption(1, 50, 15, "Most enabled keywords an ad should have") },
  optimized_keywords: { suggested_count: wholeNumberOption(1, 50, 15, "Keywords to keep") },
  new_keywords: {}
} satisfies { readonly [D in Detector]: Readonly<Record<string, Option>> }

type Options = typeof detectorOptions

/** The options of a detector run, with all defaults filled in. */
export type DetectorOptions<D extends Detector> = {
  readonly [O in keyof Options[D]]: Options[D][O] extends { readonly default: infer Value }
    ? Value extends boolean
      ? boolean
      : number
    : never
}

const optionsOf = (detector: Detector): Readonly<Record<string, Option>> => detectorOptions[detector]

/** Adds the defaults to the requested options, which must be valid. */
export const withDefaultOptions = <D extends Detector>(
  detector: D,
  given: Readonly<Record<string, unknown>>
): DetectorOptions<D> =>
  Object.fromEntries(
    Object.entries(optionsOf(detector)).map(([name, option]) => [name, given[name] ?? option.default])
  ) as DetectorOptions<D>

const isValidOption = (option: Option, value: unknown): boolean => {
  if (option.takes === "true or false") return typeof value === "boolean"
  const { min, max, takes } = option
  const isNumber = takes === "number" ? Number.isFinite(value) : Number.isInteger(value)
  return isNumber && Number(value) >= min && Number(value) <= max
}

const optionRequirement = (option: Option): string =>
  option.takes === "true or false"
    ? `must be ${option.takes}`
    : `must be a ${option.takes} from ${option.min} to ${option.max}`

interface OptionProblem {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** Rejects options that the detector does not have or that are out of range. */
export const optionProblems = (
  detector: Detector | typeof allDetectors,
  options: Readonly<Record<string, unknown>>
): ReadonlyArray<OptionProblem> => {
  const allowedOptions = detector === allDetectors ? {} : optionsOf(detector)
  return Object.entries(options).flatMap(([name, value]) => {
    const path = ["options", name]
    const option = Object.hasOwn(allowedOptions, name) ? allowedOptions[name] : undefined
    if (option === undefined) {
      const known = Object.keys(allowedOptions)
      const takes = known.length === 0 ? "no options" : `only ${known.join(", ")}`
      return [{ path, message: `${detector} takes ${takes}` }]
    }
    if (value === undefined || isValidOption(option, value)) return []
    return [{ path, message: `${optionRequirement(option)} for ${detector} (${option.default} by default)` }]
  })
}
