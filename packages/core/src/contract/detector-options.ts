/* The options that detectors take: their ranges, defaults, texts and checks. */

export interface NumberOption {
  readonly takes: "whole number" | "number"
  readonly min: number
  readonly max: number
  readonly default: number
  /** One line with its range and default. */
  readonly meaning: string
}
export interface FlagOption {
  readonly takes: "true or false"
  readonly default: boolean
  readonly meaning: string
}
export type DetectorOption = NumberOption | FlagOption

const ofRange =
  (takes: NumberOption["takes"]) =>
  (min: number, max: number, defaultValue: number, describe: (range: string) => string): NumberOption => ({
    takes,
    min,
    max,
    default: defaultValue,
    meaning: `${describe(`${min} to ${max}`)} (${defaultValue})`
  })
export const wholeNumberOption = ofRange("whole number")
export const numberOption = ofRange("number")

export const flagOption = (defaultValue: boolean, meaning: string): FlagOption => ({
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

export interface OptionProblem {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** Returns the options that the detector does not have or that are out of range. */
export const problemsOfOptions = (
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
