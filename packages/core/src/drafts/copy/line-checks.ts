import { isSameWord, languageWords, termWords } from "../../outbound/index.ts"
import { checkClaims, evidenceOf } from "./claims.ts"
import { type BusinessFacts, type FactsPage, mentionsOthers, type Offer } from "./facts.ts"
import { type CopyLine, lineKey, passesStyle } from "./line.ts"
import { primaryLanguage } from "./phrases.ts"
import { unusableText } from "./unusable-text.ts"

/** The checks of a line for one landing page. */
export const lineChecks = (facts: BusinessFacts, page: FactsPage) => {
  const evidence = evidenceOf(page, facts.language)
  const cuts = languageWords(primaryLanguage(facts.language))
  const isWhole = (text: string): boolean => {
    const last = termWords(text).at(-1) ?? ""
    const isOpen = (cuts?.cuts.has(last) ?? false) || (cuts?.and.has(last) ?? false)
    return !/^\p{Ll}/u.test(text) && (/[.!?]$/.test(text) || !isOpen)
  }
  const passes = (text: string): boolean =>
    passesStyle(text) && isWhole(text) && unusableText(text) === null && !mentionsOthers(facts, text)
  /** Adds the passage that proves the claims; null if there is none. */
  const proved = (line: CopyLine): CopyLine | null => {
    const verdict = checkClaims(line.text, evidence)
    if (!verdict.supported) return null
    const { passage } = verdict
    if (passage === null || line.source.from === "template" || line.source.from === "platform") return line
    return { ...line, source: { ...line.source, passage: passage.text } }
  }
  const keyOf = (text: string): string =>
    termWords(lineKey(text))
      .filter((word) => !(cuts?.cuts.has(word) ?? false))
      .toSorted()
      .join(" ")
  return { passes, proved, keyOf }
}
type LineChecks = ReturnType<typeof lineChecks>

/** A price without what it buys: "Costs $20", "Desde 195 euros". */
const barePrice =
  /^(?:(?:costs?|from|only|kostet|ab|nur|coûte|dès|à partir de|cuesta|desde|solo) )?[$€£]? ?\d[\d.,]* ?[$€£]?(?: \p{L}+)?$/iu

/** Headings that introduce a text and say nothing alone. */
const introduces =
  /^(?:what|why|how|who|when|where|our|we|warum|was|wie|wer|wo|unsere?|wir|pourquoi|comment|nos|notre|nous|por qué|qué|cómo|nuestr\p{L}+)(?!\p{L})[^?]*$/iu

/** Questions about something: "Wie oft ist sie sinnvoll?". One that names the offer says what the page answers. */
const asks =
  /^¿?(?:what|why|how|who|when|where|which|is|are|do|does|can|was|wie|wer|wo|wann|warum|für wen|welche\p{L}*|comment|pourquoi|quand|qui|quel\p{L}*|combien|pour qui|qué|cómo|cuándo|cuánto|quién|cuál|por qué|para quién)(?!\p{L}).*\?$/iu

/** Questions that readers ask themselves. */
const asksOneself = / (?:for me|für mich|pour moi|para mí)\?$/iu

/** Whether a headline says something alone: no introduction, no bare price, and no question about something else. */
export const saysSomething = (text: string, { name, terms }: Offer): boolean => {
  const subject = [name, ...terms].flatMap((one) => termWords(one.text))
  const namesSubject = termWords(text).some(
    (word) => word.length > 3 && subject.some((one) => isSameWord(one, word))
  )
  const isAnswered = !asks.test(text) || (!asksOneself.test(text) && namesSubject)
  return isAnswered && !introduces.test(text) && !barePrice.test(text)
}

/** A sentence that starts like this refers to the one before it. */
export const refersBack =
  /^(?:it|they|them|these|those|this|that|such|he|she|es|er|dies\p{L}*|dabei|dazu|damit|danach|dann|so|il|elle|ils|elles|cela|ceci|ainsi|esto|eso|estos|estas|ello|así)(?!\p{L})|^(?:wir|sie|we|you) \p{L}+ (?:es|sie|ihn|it|them)(?!\p{L})/iu

/** Sentences that ask something of customers are no reason to come: "Bring the registration." */
export const asksOfReaders = new RegExp(
  [
    /^(?:please|we (?:ask|require)|you must|bitte|veuillez|merci de|vous devez|por favor|debes?)(?!\p{L})/u,
    /^(?:bring|bringen sie|apportez|trae|traiga) .*(?:licen[cs]e|passport|documents?|registration|proof|ausweis|karte|unterlagen|papiers|pièce|carte|documentación|documentos|dni)(?!\p{L})/u
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu"
)

/** Chooses lines that pass every check, without duplicates. Lines are never truncated. */
export const choose = (
  candidates: Iterable<CopyLine>,
  limit: number,
  {
    isLine,
    keyOf,
    proved
  }: Pick<LineChecks, "keyOf" | "proved"> & { readonly isLine: (text: string) => boolean }
): ReadonlyArray<CopyLine> => {
  const chosen = new Map<string, CopyLine>()
  for (const candidate of candidates) {
    if (chosen.size === limit) break
    // "Implants in Leeds" and "Implants Leeds" are one line.
    const key = keyOf(candidate.text)
    if (key === "" || chosen.has(key) || !isLine(candidate.text)) continue
    const line = proved(candidate)
    if (line !== null) chosen.set(key, line)
  }
  return [...chosen.values()]
}
