/*
 * The figures of a text. The same rule checks a model's prose against its source and, in the tests, whole
 * documents against their facts.
 */

/** Number words. "One" is left out because it is seldom a figure. */
const numberWords: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "zero _ two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
      .split(" ")
      .map((word, n) => [word, String(n)] as const),
    [["eighteen", "18"] as const, ["nineteen", "19"] as const],
    "twenty thirty forty fifty sixty seventy eighty ninety"
      .split(" ")
      .map((word, n) => [word, String((n + 2) * 10)] as const),
    // These words are figures themselves: a text can only use them if its source does.
    "dozen dozens hundred hundreds thousand thousands million millions half halved double doubled twice triple tripled threefold tenfold"
      .split(" ")
      .map((word) => [word, word] as const)
  ].flat()
)

const months = "january february march april may june july august september october november december".split(
  " "
)
const month = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")

/** A day; a number, including percentages and abbreviated thousands; or a word of letters. */
const figurePattern = new RegExp(
  [
    String.raw`(?<year>\d{4})-(?<mm>\d{2})-(?<dd>\d{2})(?!\d)`,
    String.raw`(?<![\d.,])(?<day>\d{1,2}) (?<month>${month})\b`,
    String.raw`(?<whole>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?<part>\.\d+)?(?<unit>\s?%|\s?per\s?cent\b|(?:k|m|bn)\b)?`,
    String.raw`\p{L}+|\p{N}`
  ].join("|"),
  "giu"
)

const dayOf = (month: number | string, day: string): string =>
  `${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`

const numberOf = (whole: string, part: string | undefined): string => {
  const digits = whole.replaceAll(",", "").replace(/^0+(?=\d)/, "")
  const decimals = part?.replace(/0+$/, "") ?? ""
  return digits + (decimals === "." ? "" : decimals)
}

const unitOf = (unit: string | undefined): string => {
  const matched = unit?.trim().toLowerCase() ?? ""
  return /^per\s?cent$/.test(matched) ? "%" : matched
}

const figuresOfMatch = ({ 0: matched, groups }: RegExpMatchArray): ReadonlyArray<string> => {
  const { day, dd, mm, month, part, unit, whole, year } = groups!
  if (year !== undefined) return [year, dayOf(mm!, dd!)]
  if (month !== undefined) {
    return [dayOf(months.findIndex((name) => name.startsWith(month.toLowerCase())) + 1, day!)]
  }
  if (whole !== undefined) return [numberOf(whole, part) + unitOf(unit)]
  const word = numberWords[matched.toLowerCase()]
  if (word !== undefined) return [word]
  // Digits of other scripts are figures too. They occur in no source, so they are rejected.
  return /\p{N}/u.test(matched) ? [matched] : []
}

/** A markdown escape. It belongs to no figure, and "5k\\_" means "5k_". */
const markdownEscape = /\\(?=[!-/:-@[-`{-~])/g

/**
 * Every figure of a text in canonical form: "$1,204.50" is "1204.5", "+7.0 percent" is "7%", "six" is "6". A
 * day is one figure, so that "nine conversions" is not supported by "9 November".
 */
export const extractFigures = (text: string): ReadonlyArray<string> =>
  [...text.normalize("NFKC").replaceAll(markdownEscape, "").matchAll(figurePattern)].flatMap(figuresOfMatch)

/** The figures of a text that do not occur in its source. */
export const unsupportedFigures = (text: string, source: string): ReadonlyArray<string> => {
  const sourceFigures = new Set(extractFigures(source))
  return extractFigures(text).filter((figure) => !sourceFigures.has(figure))
}
