import { extractDirections } from "./directions.ts"
import { extractFigures } from "./figures.ts"
import { addressesProgram } from "./instructions.ts"

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
