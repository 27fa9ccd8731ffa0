import { isSameWord, termWords } from "../../outbound/index.ts"
import type { FactsPage, FactText } from "./facts.ts"
import { sentencesOf } from "./line.ts"

/*
 * A number, price, superlative, promise or qualification is a claim. It may stand in an ad only with the words
 * that it stands with in one sentence of the ad's landing page: "free NHS check-ups" supports no "free implants".
 */

const numberWords =
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty ninety hundred thousand half double zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig hundert tausend deux trois quatre cinq sept huit neuf dix douze vingt cent mille dos tres cuatro cinco seis siete ocho nueve diez doce veinte cien mil"

const claimWord = new RegExp(
  [
    String.raw`\p{N}|[%$€£¥]`,
    String.raw`(?<!\p{L})(?:${numberWords.replaceAll(" ", "|")})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:best|cheapest|lowest|fastest|largest|leading|top-rated|number one|only|unbeatable|beste[nrsm]?|günstigste\p{L}*|führend\p{L}*|größte\p{L}*|billigste\p{L}*|einzige\p{L}*|meilleure?s?|moins chère?s?|leader|premier|mejor(?:es)?|líder(?:es)?|únic[oa]s?)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:free|gratis|kostenlos\p{L}*|kostenfrei\p{L}*|umsonst|gratuit\p{L}*|offert|sin coste|complimentary|no (?:room hire |hidden )?(?:fee|fees|charge|charges|cost|costs))(?!\p{L})`,
    String.raw`guarant|warrant|garanti|garantí|gewährleist|(?<!\p{L})(?:licen[cs]ed|insured|bonded|certifi\p{L}*|accredit\p{L}*|approved|award\p{L}*|rated|recommended|zertifiziert\p{L}*|geprüft\p{L}*|meisterbetrieb|innungs?\p{L}*|innung|versichert|ausgezeichnet\p{L}*|agréée?s?|assurée?s?|homologad\p{L}*|asegurad\p{L}*|colegiad\p{L}*)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:same[- ]day|day and night|around the clock|at any hour|emergency|today|tomorrow|notdienst|selben tag|rund um die uhr|jour même|mismo día|urgencias?|sofort)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:sale|off|discount|rabatt|remise|promo\p{L}*|descuento|oferta|nhs)(?!\p{L})`
  ].join("|"),
  "iu"
)

/** Whether a text claims something that must be proved. */
export const hasClaim = (text: string): boolean => claimWord.test(text)

/** Words without meaning of their own, which need no support. */
const functionWords = new Set(
  `a an and the of for to in on at by with from or as is are be it its this that your you we our us more
  und oder der die das den dem des ein eine einen einem für von mit bei im am zu zum zur auf aus ist sind ihr ihre ihren sie wir unser unsere
  et ou le la les un une des du de d l pour avec chez dans sur à au aux en est sont votre vos nous notre nos plus
  y o el los las una unos unas del al para con por es son su sus tu tus nuestro nuestra más &`.split(/\s+/)
)

/** Calls to action that promise nothing. */
const callWords = new Set(
  `get see find learn call book contact visit ask discover explore choose start need about how when where what who now try
  mehr über entdecken finden buchen anrufen kontaktieren besuchen wie was wo jetzt
  découvrez trouvez réservez appelez contactez descubre encuentra reserva llama contacta visita`.split(/\s+/)
)

const contentWords = (text: string): ReadonlyArray<string> =>
  termWords(text).filter((word) => !functionWords.has(word))

const clausesOf = (line: string): ReadonlyArray<string> =>
  line.split(/[.;:!?–—|]\s|,\s|\s-\s|[.!?]$/u).filter((clause) => clause.trim() !== "")

const isNumeric = (word: string): boolean => /\p{N}/u.test(word)
const includesWord = (words: ReadonlyArray<string>, word: string): boolean =>
  words.some((one) => one === word || (!isNumeric(word) && isSameWord(one, word)))

/** Every sentence of a page, as evidence. */
export const evidenceOf = (page: FactsPage, language: string): ReadonlyArray<FactText> =>
  [
    ...page.headings,
    ...page.subheadings,
    ...page.titles,
    ...page.points,
    ...[...(page.summary === null ? [] : [page.summary]), ...page.paragraphs]
  ].flatMap((fact) => sentencesOf(fact.text, language).map((text) => ({ ...fact, text })))

export type Verdict =
  | {
      readonly supported: true /** The sentence that proves its claims; null if it claims nothing. */
      readonly passage: FactText | null
    }
  | { readonly supported: false; readonly clause: string }

/** Checks the claims of a line against the sentences of its landing page. */
export const checkClaims = (line: string, evidence: ReadonlyArray<FactText>): Verdict => {
  let passage: FactText | null = null
  for (const clause of clausesOf(line).filter(hasClaim)) {
    const words = contentWords(clause).filter((word) => !callWords.has(word))
    const found = evidence.find(({ text }) => {
      const known = termWords(text)
      return words.every((word) => includesWord(known, word))
    })
    if (found === undefined) return { supported: false, clause }
    passage ??= found
  }
  return { supported: true, passage }
}

/**
 * Returns the first word of a line that its landing page does not have, or null. It applies to a model's lines:
 * they may rephrase the page, and must add nothing.
 */
export const unsupportedWord = (line: string, known: ReadonlyArray<string>): string | null =>
  contentWords(line).find((word) => !callWords.has(word) && !includesWord(known, word)) ?? null

/** The words of texts, to check a model's lines against. */
export const vocabularyOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.flatMap(termWords))
]
