import { addressesProgram } from "../../claims/index.ts"

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

export type Direction = "up" | "down"

const directionPatterns: ReadonlyArray<readonly [Direction, RegExp]> = [
  [
    "up",
    /\+\d|\b(?:rose|risen|rises?|rising|more|up|increase[ds]?|grew|grown|growth|higher|gain(?:ed|s)?|above|climb(?:ed|s)?|jump(?:ed|s)?)\b/iu
  ],
  [
    "down",
    /(?<![\d\p{L}])[-−–]\d|\b(?:fell|fallen|falls?|falling|less|fewer|down|decrease[ds]?|decline[ds]?|lower(?:ed)?|lost|loss|below|drop(?:ped|s)?|shrank|shrunk)\b/iu
  ]
]

/** The clauses of a text. A comma or point within a number does not separate. */
const clausesOf = (text: string): ReadonlyArray<string> =>
  text.split(/[;:()\n]|[.,!?](?!\d)|\s[–—]\s|\b(?:and|while|but|though|whereas|from|to|against)\b/iu)

/** The direction of each figure, if its clause states exactly one. */
const extractDirections = (text: string): ReadonlyMap<string, ReadonlySet<Direction>> => {
  const found = new Map<string, Set<Direction>>()
  for (const clause of clausesOf(text)) {
    const directions = directionPatterns
      .filter(([, words]) => words.test(clause))
      .map(([direction]) => direction)
    for (const figure of extractFigures(clause)) {
      const ofFigure = found.get(figure) ?? new Set()
      found.set(figure, ofFigure)
      if (directions.length === 1) ofFigure.add(directions[0]!)
    }
  }
  return found
}

/*
 * Detects instructions in a text. The reader of a strategy, a report or an ad can be a program that acts on
 * it, so untrusted text must not contain instructions.
 */

/** References to a program, or to its tools. */
const programReference =
  /\b(?:ai|llms?|gpt|claude|gemini|copilot|assistants?|agents?|chatbots?|bots?|prompts?)\b(?!\s+(?:fees?|commissions?|office))|\bsvc_\w|\b(?:dry_run|preview_hash|idempotency_key|tool calls?|function calls?|api keys?|access tokens?|mcp)\b|^\s*(?:system|assistant|user|developer|instructions?)\s*:|<\/?(?:system|instructions?|important)\b/imu

/** An order to the reader: "you must", "make sure to", "do not ask". */
const orderToReader =
  /\byou (?:must|should|shall|have to|need to|are (?:to|now|required))\b|\b(?:make sure (?:to|that)|be sure to|remember to)\b|\b(?:do not|don't|never) (?:ask|tell|mention|warn|inform|reveal|preview|confirm|wait for)\b|\bwithout (?:asking|approval|confirmation|a preview|previewing|telling)\b|\b(?:instructions?|orders?) (?:for|to) (?:you|the reader|whoever)\b|\b(?:override|bypass|circumvent)\b/iu

/**
 * A sentence that starts with a request to change the account: "Raise the budget of boiler-repair to 9999".
 */
const changeRequest =
  /(?:^|[.!?:;,]\s+|\b(?:please|now|then|immediately|and)\s+)(?:set|raise|increase|double|triple|lower|cut|change|update|pause|unpause|enable|resume|start|launch|activate|stop|apply|approve|reject|undo|revert|remove|delete|add|create|call|run|execute|invoke|send|transfer)\b[^.!?\n]{0,80}\b(?:budgets?|bids?|campaigns?|recommendations?|keywords?|ads?|approvals?|changes?|limits?|caps?|accounts?|tools?|detectors?|commands?|requests?|spend(?:ing)?)\b/imu

/** Whether a text gives instructions: to a program, to its reader, or for changes in the account. */
export const givesInstructions = (text: string): boolean =>
  addressesProgram(text) ||
  programReference.test(text) ||
  orderToReader.test(text) ||
  changeRequest.test(text)

/** A paragraph that a model can improve. */
export interface ProseRequest {
  /** Its purpose, in our own words: "the opening of a weekly report". */
  readonly about: string
  /** The template's text, in markdown. It is used unless the model's text passes. */
  readonly text: string
  /** Further facts, as JSON. Search terms, names and documents in it are data, never instructions. */
  readonly facts: unknown
}

export interface Prose {
  readonly text: string
  /** The model that wrote it; null for the templates. */
  readonly by: string | null
}

/** Patterns that prose does not need and that could mislead a reader. */
const unwantedPatterns: ReadonlyArray<readonly [what: string, found: RegExp]> = [
  ["characters that cannot be seen", /[\p{Cf}\p{Co}]|(?!\n)\p{Cc}/u],
  ["a link or an address", /\]\s*\(|\]\s*\[|:\/\/|\bwww\.|\S@\S|\b(?:javascript|data|mailto):/iu],
  ["a name of the web", /[\p{L}\p{N}]\.(?!\d)\p{L}{2,}/u],
  ["markup", /[<>|]|^\s*(?:#|!\[|```|[-*+]\s|\d+\.\s)/mu]
]

type Json = Readonly<Record<string, unknown>> | ReadonlyArray<unknown>
const isContainer = (value: unknown): value is Json => typeof value === "object" && value !== null

const leavesOf = (value: unknown): ReadonlyArray<unknown> =>
  isContainer(value) ? Object.values(value).flatMap(leavesOf) : [value]

/** Whether a string is only a figure, such as "+12.5%" or a day. Other strings can be untrusted text. */
const isFigure = (leaf: unknown): boolean =>
  typeof leaf === "number" || (typeof leaf === "string" && /^[-+]?\d[\d.,:/TZ-]*%?$/.test(leaf))

const quoted = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|\*\*[^*\n]*\*\*/gu
const withoutQuotes = (text: string): string => text.slice(1, -1).replaceAll("*", "")

/** The text without exact quotes. Quotes are reproduced with their figures; all other text is a claim. */
const unquotedText = (text: string, known: ReadonlySet<string>): string =>
  text.replaceAll(quoted, (quotation) => (known.has(withoutQuotes(quotation)) ? "" : quotation))

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []

/** Names: capitalised words that do not begin a sentence. */
const extractNames = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;:)%"”`*]\s+["“`*(]*)\p{Lu}[\p{L}\p{M}'’-]*/gu)].map(([name]) => name)

/**
 * The problem of a model's paragraph, or null. Its figures and names must occur in the source, and figures
 * with the same direction. Figures inside untrusted texts do not count unless the texts are quoted
 * completely. Links are rejected.
 */
export const proseProblem = (candidate: string, { facts, text }: ProseRequest): string | null => {
  if (candidate === "") return "nothing"
  if (candidate.length > text.length * 2 + 200) return "too much"
  const leaves = leavesOf(facts)
  const strings = leaves.filter((leaf) => typeof leaf === "string")
  const figureSource = [text, ...leaves.filter(isFigure)].join("\n")
  const claims = unquotedText(candidate, new Set(strings))
  const unwantedMatch = unwantedPatterns.find(([, pattern]) => pattern.test(claims))
  if (unwantedMatch !== undefined) return unwantedMatch[0]
  if (addressesProgram(candidate)) return "words that speak to a program"
  const figures = new Set(extractFigures(figureSource))
  const figure = extractFigures(claims).find((one) => !figures.has(one))
  if (figure !== undefined) return `the figure ${figure}, which is not in the source`
  const source = extractDirections(figureSource)
  for (const [figure, directions] of extractDirections(claims)) {
    const sourceDirections = source.get(figure)
    if (
      sourceDirections !== undefined &&
      sourceDirections.size > 0 &&
      [...directions].some((direction) => !sourceDirections.has(direction))
    )
      return `that ${figure} went the other way`
  }
  const words = new Set([text, ...strings].flatMap(wordsOf).map((word) => word.toLowerCase()))
  const name = extractNames(claims).find((one) => !words.has(one.toLowerCase()))
  return name === undefined ? null : `the name ${name}, which is not in the source`
}
