import { Schema } from "effect"
import {
  type DetectorOption,
  flagOption,
  numberOption,
  problemsOfOptions,
  wholeNumberOption
} from "./detector-options.ts"
import { Flag, optional } from "./values/index.ts"

interface DetectorEntry {
  /** What its findings are about, for people: a heading in documents and pages. */
  readonly label: string
  /** One line, shown in schemas, help and docs. */
  readonly finds: string
  /** Whether it finds waste. The others find opportunities. */
  readonly findsWaste?: true
  /** False if its findings cannot be applied, so that no recommendation has this type. */
  readonly applicable?: false
  readonly options: Readonly<Record<string, DetectorOption>>
}

/**
 * Everything that clients see of a detector. The rest of it (rule, explanations, use in strategies) is its
 * definition in `insight/detect/detectors`.
 */
export const detectorTable = {
  high_cpc: {
    label: "Expensive keywords",
    finds: "keywords with clicks far above the average CPC",
    findsWaste: true,
    options: { threshold: numberOption(1, 10, 3, (range) => `${range} times the average CPC`) }
  },
  no_conversion_keywords: {
    label: "Keywords without conversions",
    finds: "keywords that cost much and never converted",
    findsWaste: true,
    options: {}
  },
  zero_impression: {
    label: "Keywords that are never shown",
    finds: "keywords not shown for 90 days",
    findsWaste: true,
    options: { include_paused: flagOption(false, "include paused keywords") }
  },
  negative_keywords: {
    label: "Searches to exclude",
    finds: "search terms to exclude: cost without conversions",
    findsWaste: true,
    options: { days: wholeNumberOption(1, 90, 7, (range) => `days to analyse, ${range}`) }
  },
  tcpa: {
    label: "Target cost per conversion",
    finds: "a target CPA that does not fit the actual one",
    options: { period_days: wholeNumberOption(7, 90, 30, (range) => `days to analyse, ${range}`) }
  },
  exact_match: {
    label: "Exact keywords to add",
    finds: "broad or phrase keywords to add as exact",
    options: {}
  },
  hipo: {
    label: "Keywords with high potential",
    finds: "cheap converting keywords held back by the budget",
    options: {}
  },
  keyword_count: {
    label: "Ads with too many keywords",
    finds: "ads with too many keywords",
    applicable: false,
    options: { threshold: wholeNumberOption(1, 50, 15, (range) => range) }
  },
  optimized_keywords: {
    label: "Keywords to keep, add and pause",
    finds: "keywords to keep, add and pause, ranked",
    options: {
      suggested_count: wholeNumberOption(1, 50, 15, (range) => `keywords to keep, ${range}`),
      include_kept: flagOption(false, "list kept ones")
    }
  },
  new_keywords: {
    label: "Searches to add as keywords",
    finds: "converting search terms that are no keyword yet",
    options: {}
  }
} satisfies Readonly<Record<string, DetectorEntry>>

type Table = typeof detectorTable
export type Detector = keyof Table
export const detectors = Object.keys(detectorTable) as unknown as readonly [Detector, ...Array<Detector>]

/** Runs all of them. It takes no options, and each finding names its detector. */
export const allDetectors = "all" as const
/** The number of detectors, for texts. */
export const detectorCount = "ten"

const entryOf = (detector: Detector): DetectorEntry => detectorTable[detector]

export const detectorDescriptions = [
  ...detectors.map((detector) => `${detector}: ${entryOf(detector).finds}`),
  `${allDetectors}: all ${detectorCount}, without options`
].join("; ")

export const wasteDetectors = detectors.filter((detector) => entryOf(detector).findsWaste === true)

export type ApplicableDetector = {
  [D in Detector]: Table[D] extends { readonly applicable: false } ? never : D
}[Detector]
export const isApplicable = (detector: Detector): detector is ApplicableDetector =>
  entryOf(detector).applicable !== false

/** The options of a detector run, with all defaults filled in. */
export type DetectorOptions<D extends Detector> = {
  readonly [O in keyof Table[D]["options"]]: Table[D]["options"][O] extends {
    readonly default: infer Value
  }
    ? Value extends boolean
      ? boolean
      : number
    : never
}

/** Returns the options of a detector; none for `all`. */
export const optionsOf = (detector: Detector | typeof allDetectors): DetectorEntry["options"] =>
  detector === allDetectors ? {} : entryOf(detector).options

/** Rejects options that the detector does not have or that are out of range. */
export const optionProblems = (
  detector: Detector | typeof allDetectors,
  options: Readonly<Record<string, unknown>>
) => problemsOfOptions(detector, optionsOf(detector), options)

/** Adds the defaults to the requested options, which must be valid. */
export const withDefaultOptions = <D extends Detector>(
  detector: D,
  given: Readonly<Record<string, unknown>>
): DetectorOptions<D> =>
  Object.fromEntries(
    Object.entries(optionsOf(detector)).map(([name, option]) => [name, given[name] ?? option.default])
  ) as DetectorOptions<D>

type AnyOptions = { [D in Detector]: DetectorOptions<D> }[Detector]
type OptionName = AnyOptions extends infer Options ? (Options extends unknown ? keyof Options : never) : never
type OptionFields = {
  readonly [O in OptionName]: ReturnType<typeof optional<Extract<AnyOptions, Record<O, unknown>>[O], unknown>>
}

const allOptions = detectors.flatMap((detector) =>
  Object.entries(optionsOf(detector)).map(([name, option]) => ({ detector, name, option }))
)

const optionSchema = (
  options: ReadonlyArray<DetectorOption>
): Schema.Schema<number> | Schema.Schema<boolean> => {
  if (options.some(({ takes }) => takes === "true or false")) return Flag
  return options.some(({ takes }) => takes === "number") ? Schema.Number : Schema.Int
}

/** All options of all detectors. The detector's name determines which ones are valid, and their ranges. */
export const detectorOptionsSchema = Schema.Struct(
  Object.fromEntries(
    [...Map.groupBy(allOptions, ({ name }) => name)].map(([name, some]) => [
      name,
      optional(
        optionSchema(some.map(({ option }) => option)) as Schema.Schema<number | boolean>,
        some.map(({ detector, option }) => `${detector}: ${option.meaning}`).join("; ")
      )
    ])
  ) as OptionFields
)
