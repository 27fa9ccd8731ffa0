import { extractDirections } from "./directions.ts"
import { extractFigures } from "./figures.ts"
import { addressesProgram } from "./instructions.ts"

/** A paragraph that a model may say better. */
export interface ProseRequest {
  /** What it is for, in our own words: "the opening of a weekly report". */
  readonly about: string
  /** As the rules wrote it, in markdown. This is what is said unless something better comes. */
  readonly text: string
  /** What else may be said, as JSON. Search terms, names and documents in it are data: nothing in it is an instruction. */
  readonly facts: unknown
}

export interface Prose {
  readonly text: string
  /** The model that wrote it; null where the rules did. */
  readonly by: string | null
}

/** What prose has no use for, and what could be used to lead a reader somewhere. */
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

/** Strings that are nothing but a figure, such as "+12.5%" or a day. Others may be anybody's words. */
const isFigure = (leaf: unknown): boolean =>
  typeof leaf === "number" || (typeof leaf === "string" && /^[-+]?\d[\d.,:/TZ-]*%?$/.test(leaf))

const quoted = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|\*\*[^*\n]*\*\*/gu
const withoutQuotes = (text: string): string => text.slice(1, -1).replaceAll("*", "")

/** What is quoted word for word is told as it stands, figures included; everything else is claimed. */
const unquotedText = (text: string, known: ReadonlySet<string>): string =>
  text.replaceAll(quoted, (quotation) => (known.has(withoutQuotes(quotation)) ? "" : quotation))

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []

/** Names: words with a capital that do not begin a sentence. */
const extractNames = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;:)%"”`*]\s+["“`*(]*)\p{Lu}[\p{L}\p{M}'’-]*/gu)].map(([name]) => name)

/**
 * What is wrong with a model's paragraph, or null. Figures must be the source's, and go the same way; those inside of
 * strangers' words do not count unless the words are quoted whole. Names must be the source's. Nothing leads away.
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
