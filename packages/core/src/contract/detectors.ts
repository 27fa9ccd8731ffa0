import { Schema } from "effect"
import { Flag, NumberBetween, WholeNumber } from "./values/index.ts"

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

interface Option {
  readonly schema: Schema.Schema<number> | Schema.Schema<boolean>
  readonly default: number | boolean
  readonly meaning: string
}

/** The options that each detector takes; the four that are not here take none. */
export const detectorOptions: { readonly [D in Detector]?: Readonly<Record<string, Option>> } = {
  negative_keywords: {
    days: { schema: WholeNumber(1, 90), default: 7, meaning: "Days of search terms to look at" }
  },
  high_cpc: {
    threshold: {
      schema: NumberBetween(1, 10),
      default: 3,
      meaning: "Multiples of the campaign's average cost per click"
    }
  },
  keyword_count: {
    threshold: { schema: WholeNumber(1, 50), default: 15, meaning: "Most enabled keywords an ad should have" }
  },
  optimized_keywords: {
    suggested_count: { schema: WholeNumber(1, 50), default: 15, meaning: "Keywords to keep" }
  },
  tcpa: {
    period_days: { schema: WholeNumber(7, 90), default: 30, meaning: "Days of conversions to look at" }
  },
  zero_impression: {
    include_paused: { schema: Flag, default: false, meaning: "Look at paused keywords too" }
  }
}

interface OptionProblem {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** An option that the detector does not take is refused, and so is one out of its range. */
export const optionProblems = (
  detector: Detector,
  options: Readonly<Record<string, unknown>>
): ReadonlyArray<OptionProblem> => {
  const taken = detectorOptions[detector] ?? {}
  return Object.entries(options).flatMap(([name, value]) => {
    const path = ["options", name]
    const option = Object.hasOwn(taken, name) ? taken[name] : undefined
    if (option === undefined) {
      const known = Object.keys(taken)
      const takes = known.length === 0 ? "no options" : `only ${known.join(", ")}`
      return [{ path, message: `${detector} takes ${takes}` }]
    }
    if (value === undefined || Schema.is(option.schema as Schema.Schema<unknown>)(value)) return []
    return [{ path, message: `is out of range for ${detector} (default ${option.default})` }]
  })
}
