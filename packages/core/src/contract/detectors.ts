import { Schema } from "effect"
import { KeywordState, MatchType } from "./resources/ad.ts"
import { described, Flag, OneOf, optional } from "./values/index.ts"

/* The options that detectors take: their ranges, defaults, texts and checks. */

interface NumberOption {
  readonly takes: "whole number" | "number"
  readonly min: number
  readonly max: number
  readonly default: number
  /** One line with its range and default. */
  readonly meaning: string
}
interface FlagOption {
  readonly takes: "true or false"
  readonly default: boolean
  readonly meaning: string
}
type DetectorOption = NumberOption | FlagOption

const ofRange =
  (takes: NumberOption["takes"]) =>
  (min: number, max: number, defaultValue: number, describe: (range: string) => string): NumberOption => ({
    takes,
    min,
    max,
    default: defaultValue,
    meaning: `${describe(`${min} to ${max}`)} (${defaultValue})`
  })
const wholeNumberOption = ofRange("whole number")
const numberOption = ofRange("number")

const flagOption = (defaultValue: boolean, meaning: string): FlagOption => ({
  takes: "true or false",
  default: defaultValue,
  meaning
})

const isValidOption = (option: DetectorOption, value: unknown): boolean => {
  if (option.takes === "true or false") return typeof value === "boolean"
  const { min, max, takes } = option
  const isNumber = takes === "number" ? Number.isFinite(value) : Number.isInteger(value)
  return isNumber && Number(value) >= min && Number(value) <= max
}

const optionRequirement = (option: DetectorOption): string =>
  option.takes === "true or false"
    ? `must be ${option.takes}`
    : `must be a ${option.takes} from ${option.min} to ${option.max}`

interface OptionProblem {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** Returns the options that the detector does not have or that are out of range. */
const problemsOfOptions = (
  detector: string,
  allowedOptions: Readonly<Record<string, DetectorOption>>,
  options: Readonly<Record<string, unknown>>
): ReadonlyArray<OptionProblem> =>
  Object.entries(options).flatMap(([name, value]) => {
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
    finds: "clicks far above the average CPC",
    findsWaste: true,
    options: { threshold: numberOption(1, 10, 3, (range) => `${range} times the average CPC`) }
  },
  no_conversion_keywords: {
    label: "Keywords without conversions",
    finds: "costly keywords that never converted",
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
    finds: "search terms that cost without conversions",
    findsWaste: true,
    options: { days: wholeNumberOption(1, 90, 7, (range) => `days, ${range}`) }
  },
  tcpa: {
    label: "Target cost per conversion",
    finds: "a target CPA unlike the actual one",
    options: { period_days: wholeNumberOption(7, 90, 30, (range) => `days, ${range}`) }
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
    finds: "converting search terms, not yet keywords",
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

type ApplicableDetector = {
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

const text = Schema.String
const number = Schema.Number
const amount = described(number, "In the organization's currency")
const Reviewed = described(OneOf("pause", "review"), "pause: applying pauses it; review: look at it yourself")
const reason = described(text, "Why, in a sentence")

/**
 * The fields of each detector's findings, beside those of every finding. Rules are typed by it, and so are clients.
 * `{days}` in a name stands for the detector's option of that name.
 */
export const findingFields = {
  high_cpc: {
    text,
    match_type: MatchType,
    avg_cpc: described(number, "The average cost of its clicks"),
    campaign_avg_cpc: described(number, "The average cost of the campaign's clicks"),
    multiple: described(number, "The first as a multiple of the second"),
    clicks_30d: number,
    cost_30d: amount,
    conversions_30d: number,
    action: Reviewed,
    reason
  },
  no_conversion_keywords: {
    text,
    match_type: MatchType,
    clicks_30d: number,
    cost_30d: amount,
    reference_cpa: described(number, "What a conversion of the campaign costs"),
    action: Reviewed,
    reason
  },
  zero_impression: {
    text,
    match_type: MatchType,
    state: KeywordState,
    days_without_impressions: number,
    action: Reviewed,
    reason
  },
  negative_keywords: {
    term: described(text, "What to exclude"),
    match_type: MatchType,
    "cost_{days}d": described(number, "What it cost in the analysed days"),
    clicks: described(number, "In the same days"),
    conversions: described(number, "In the same days"),
    share_of_cost: described(number, "Of the campaign's cost in the same days, as a fraction"),
    terms: optional(Schema.Array(text), "The searches that share the word"),
    action: described(
      OneOf("exclude", "switch_off_ai_max", "review"),
      "exclude: applying excludes it; switch_off_ai_max: applying switches off the setting that matched it; review: look at it yourself"
    ),
    reason
  },
  tcpa: {
    current_target: Schema.NullOr(number),
    actual_cpa: amount,
    conversions: number,
    suggested_target: amount,
    direction: OneOf("set", "lower", "raise"),
    reason
  },
  exact_match: {
    text,
    current_match_type: MatchType,
    term_clicks: number,
    term_cost: amount,
    term_conversions: number,
    term_cpa: amount,
    reason
  },
  hipo: {
    text,
    conversions_30d: number,
    cpa: amount,
    conversion_share: described(number, "Of the campaign's conversions, as a fraction"),
    budget_utilisation: described(number, "The used part of the budget, as a fraction"),
    reason
  },
  keyword_count: {
    ad_id: number,
    ad_name: text,
    count: described(number, "Its enabled keywords"),
    threshold: number,
    excess: number,
    reason
  },
  optimized_keywords: {
    text,
    match_type: MatchType,
    rank: number,
    action: OneOf("keep", "add", "pause"),
    clicks: number,
    cost: amount,
    conversions: number,
    reason
  },
  new_keywords: {
    term: described(text, "The search to add as a keyword"),
    suggested_match_type: MatchType,
    clicks: number,
    cost: amount,
    conversions: number,
    cpa: amount,
    reason
  }
} as const satisfies Readonly<Record<Detector, Schema.Struct.Fields>>

type Named<Field> = Field extends `${infer Before}{days}${infer After}` ? `${Before}${number}${After}` : Field
type Fields<D extends Detector> = Schema.Struct.Type<(typeof findingFields)[D]>

/** A detector's own fields of a finding. */
export type FindingFields<D extends Detector> = D extends Detector
  ? { readonly [Field in keyof Fields<D> as Named<Field>]: Fields<D>[Field] }
  : never
