/*
 * What a text says in numbers. The same rule holds a model's prose to its source and, in the tests, whole documents to
 * the facts that they were written from.
 */

/** Numbers are also said in words. "One" is left out: it is seldom a figure. */
const numberWords: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "zero _ two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
      .split(" ")
      .map((word, n) => [word, String(n)] as const),
    [["eighteen", "18"] as const, ["nineteen", "19"] as const],
    "twenty thirty forty fifty sixty seventy eighty ninety"
      .split(" ")
      .map((word, n) => [word, String((n + 2) * 10)] as const),
    // Of these the word itself is the figure: a source that has none of them says nothing of the kind.
    "dozen dozens hundred hundreds thousand thousands million millions half halved double doubled twice triple tripled threefold tenfold"
      .split(" ")
      .map((word) => [word, word] as const)
  ].flat()
)

const months = "january february march april may june july august september october november december".split(
  " "
)
const month = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")

/** A day; a number as people write it, a percentage or an abbreviated thousand included; or a word of letters. */
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
  // Digits of other scripts say a number, too, which nobody here can read: they stand in no source.
  return /\p{N}/u.test(matched) ? [matched] : []
}

/** How markdown takes the meaning from a sign: it belongs to no figure, and "5k\\_" says what "5k_" does. */
const markdownEscape = /\\(?=[!-/:-@[-`{-~])/g

/**
 * Every figure of a text, in its plainest form: "$1,204.50" is "1204.5", "+7.0 percent" is "7%", "six" is "6". A day
 * is one figure, so that "nine conversions" is not founded in "9 November".
 */
export const extractFigures = (text: string): ReadonlyArray<string> =>
  [...text.normalize("NFKC").replaceAll(markdownEscape, "").matchAll(figurePattern)].flatMap(figuresOfMatch)

/** Figures of a text that do not occur in its source. */
export const unsupportedFigures = (text: string, source: string): ReadonlyArray<string> => {
  const sourceFigures = new Set(extractFigures(source))
  return extractFigures(text).filter((figure) => !sourceFigures.has(figure))
}
