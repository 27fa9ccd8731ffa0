import { type Source, widthOf } from "../../campaigns/index.ts"
import { addressesProgram } from "../../claims/index.ts"
import { isAboutTheBusiness, placeholderText, soldOut } from "../../outbound/index.ts"
import type { FactText } from "./facts.ts"

/*
 * Text of websites that no ad should have, in the supported languages: legal notes, cookies, stock, carts,
 * navigation, opening hours, addresses and other people's words.
 */

const rules: ReadonlyArray<readonly [what: string, found: RegExp]> = [
  ["placeholder text", placeholderText],
  ["something that is sold out", soldOut],
  [
    "a legal note",
    /copyright|©|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|\bregistered (?:in|office|company)\b|\bcompany (?:number|no)\b|\bvat (?:no|number|reg)|\bust-?id|handelsregister|handelsgericht|firmenbuch|registro mercantil|\brcs\b|\bsiret\b|\b[nc]if [a-z]?\d|not legal advice|attorney advertising|prior results|\bterms (?:of|and|&)|\bthese terms\b|geschäftsbedingungen|mentions légales|conditions générales|aviso legal|impressum/iu
  ],
  [
    "a note on cookies or data",
    /\bcookies?\b|\bconsent\b|\bprivacy\b|\bgdpr\b|\bdsgvo\b|\brgpd\b|datenschutz|personenbezogen|confidentialité|données personnelles|privacidad|datos personales/iu
  ],
  [
    "a button or a note on stock",
    /\badd to (?:cart|bag|basket)\b|\bin stock\b|\bshopping cart\b|warenkorb|auf lager\b|ajouter au panier|en stock\b|carrito|\bonly \d+ left\b|\bships? within\b|\bselect (?:a )?size\b|\bquantity\b/iu
  ],
  [
    "navigation",
    /\b(?:read|learn|find out|see|view|show) (?:more|all)\b|\bclick\b|mehr (?:erfahren|lesen)|weiterlesen|en savoir plus|lire la suite|leer más|saber más|\blog ?in\b|\bsign ?(?:in|up)\b|einloggen|se connecter|iniciar sesión|\bsubscribe\b|newsletter|\bfollow us\b|folgen sie|suivez[- ]nous|síguenos|back to top|\bskip to\b|\buse the form\b|formular|formulaire|formulario|best viewed|powered by|\bsite by\b/iu
  ],
  [
    "opening hours",
    /\bopening hours\b|öffnungszeiten|horaires|horario|\b(?:monday|montag|lundi|lunes)\b.*\b(?:\d|friday|freitag|vendredi|viernes)/iu
  ],
  [
    "an address",
    /\b\d{5} \p{Lu}|\p{L}(?:straße|strasse|gasse) \d|\b\d+,? (?:rue|avenue|boulevard) |\bcalle \p{L}+,? \d|\b\d+ [\p{L} ]+ (?:street|road|avenue)\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/iu
  ],
  [
    "a condition",
    /\bservice charge\b|\bcancell?ations?\b|\bcharged in full\b|\bpayable in addition\b|\b(?:cannot|can't|do not|don't) guarantee\b|\bterms apply\b|\bmay increase your risk\b|\bplus vat\b|stornier|zzgl\.|annulation|cancelaci|(?:más|sin incluir) iva\b/iu
  ],
  ["other people's words", /^["“„«‘]|(?<![\p{L}'’])(?:I|I'm|I’m|[Ii]ch|[Jj]e|[Yy]o)(?![\p{L}'’])/u],
  [
    "shipping or returns",
    /\breturns?\b.*\baccepted\b|\bfree shipping\b|\bwe ship to\b|versandkostenfrei|livraison gratuite|envío gratis|devoluci/iu
  ]
]

/** Returns why a text of a website cannot be a line of an ad, or null. */
export const unusableText = (text: string): string | null =>
  isAboutTheBusiness(text) ? "navigation" : (rules.find(([, found]) => found.test(text))?.[0] ?? null)

/** A line of copy with its source. */
export interface CopyLine {
  readonly text: string
  readonly source: Source
}

/** Quotes a fact literally. */
export const quoteFact = ({ at, text }: FactText): CopyLine => ({ text, source: { from: "place", at } })

/** Lines with the same key are duplicates: case, spaces and the final full stop do not matter. */
export const lineKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim()

/** Returns the first `max` lines that pass, without duplicates. Lines are never truncated. */
export const chooseLines = (
  candidates: Iterable<CopyLine>,
  limit: number,
  passes: (text: string) => boolean
): ReadonlyArray<CopyLine> => {
  const chosen = new Map<string, CopyLine>()
  for (const line of candidates) {
    if (chosen.size === limit) break
    const key = lineKey(line.text)
    if (key !== "" && !chosen.has(key) && passes(line.text)) chosen.set(key, line)
  }
  return [...chosen.values()]
}

/* Cleans website text for ads: the words stay, and only surrounding characters are removed. */

/** Spaces of every kind and invisible characters, which would make equal lines differ. */
const blanks = /[\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+/gu
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
const marks = "[\\s\"'“”„«»‹›*•·|–—>-]"
const surroundingMarks = new RegExp(`^${marks}+|${marks}+$`, "gu")

/** Returns one line without invisible characters and without surrounding quotes, bullets and dashes. */
export const tidy = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(blanks, " ")
    .replaceAll(invisibleCharacters, "")
    .replaceAll(surroundingMarks, "")
    .trim()

/** Also removes the final full stop, which headings and short lines do not have. */
export const tidyHeading = (text: string): string =>
  tidy(text)
    .replace(/[.。:;,]+$/u, "")
    .trim()

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)

/**
 * Writes a heading in sentence case: "PERSONAL INJURY" and "Personal Injury" become "Personal injury". Names
 * keep their capitals, and so do German nouns.
 */
export const sentenceCase = (text: string, language: string, names: ReadonlySet<string>): string => {
  const words = text.split(" ")
  const letters = text.replaceAll(/[^\p{L}]/gu, "")
  const shouts = letters.length > 3 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
  const isTitle =
    words.length > 1 &&
    words.every((word) => !/^\p{L}/u.test(word) || isCapitalised(word) || word.length <= 3)
  if (!shouts && (!isTitle || language.startsWith("de"))) return text
  return words
    .map((word, index) => {
      if (names.has(word.toLowerCase().replaceAll(/[^\p{L}\p{N}'’-]/gu, "")))
        return shouts ? capitalise(word.toLowerCase()) : word
      if (!shouts && /\p{N}|\p{L}.*\p{Lu}/u.test(word.replaceAll("-", ""))) return word
      const lower = word.toLowerCase()
      return index === 0 || (shouts && language.startsWith("de") && lower.length > 3)
        ? capitalise(lower)
        : lower
    })
    .join(" ")
}

/** The words that texts capitalise within a sentence: names. */
export const properNames = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = texts
    .filter((text) => /[.!?]$/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/(?<=\p{Ll}[\p{L},]* )\p{Lu}[\p{L}'’-]+/gu)].map(([name]) => name.toLowerCase())
    )
  const common = commonWords(texts)
  return new Set(found.filter((name) => !common.has(name)))
}

/**
 * The words of names in short lines: "Members of the Law Society". A page that writes all its lines with capitals
 * shows no names by them.
 */
export const namesInLines = (lines: ReadonlyArray<string>): ReadonlySet<string> =>
  lines.some((line) => /\s\p{Ll}{4,}/u.test(line))
    ? new Set(
        lines.flatMap((line) =>
          [...line.matchAll(/(?<=\s(?:the|del?|de la|du|der|des) )\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)+/gu)].flatMap(
            ([name]) => name.toLowerCase().split(" ")
          )
        )
      )
    : new Set()

/** The words that texts write in lower case. */
export const commonWords = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.match(/(?<![\p{L}])\p{Ll}[\p{L}'’-]+/gu) ?? []))

export const tidyFact = (fact: FactText): FactText => ({ ...fact, text: tidyHeading(fact.text) })

/** Quotes a fact as a heading or another short line. */
export const headingLine = (fact: FactText): CopyLine => quoteFact(tidyFact(fact))

/** A full stop that ends no sentence: after a number, as in "8. Stock", or after an abbreviation. */
const abbreviationEnd =
  /(?:\d|(?<!\p{L})(?:mr|mrs|ms|dr|prof|st|nr|no|mio|mrd|ca|bzw|inkl|exkl|evtl|ggf|tel|str|approx|incl|inc|ltd|co|vs|etc|max|min|av|mme|sra?|\p{L}))\.$/iu

/** Splits a text into whole sentences, by the runtime's rules for the language. */
export const sentencesOf = (text: string, language: string): ReadonlyArray<string> => {
  const line = tidy(text)
  if (line === "") return []
  const sentences: Array<string> = []
  for (const { segment } of segmenterFor(language).segment(line)) {
    const last = sentences.at(-1)
    // A sentence that is too long is better than half of one.
    if (last !== undefined && (abbreviationEnd.test(last) || /^\s*\p{Ll}/u.test(segment))) {
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`
    } else sentences.push(segment.trim())
  }
  return sentences.filter((one) => one !== "")
}

const segmenters = new Map<string, Intl.Segmenter>()
const segmenterFor = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  let segmenter: Intl.Segmenter
  try {
    segmenter = new Intl.Segmenter(language, { granularity: "sentence" })
  } catch {
    // The page's language attribute may be no valid tag.
    segmenter = new Intl.Segmenter("und", { granularity: "sentence" })
  }
  segmenters.set(language, segmenter)
  return segmenter
}

/*
 * Style rules: text that the platform's editors disapprove later, or that reads badly in an ad. A launch
 * accepts it; the draft writer does not use it.
 */

const styleRules: ReadonlyArray<readonly [what: string, found: RegExp]> = [
  ["characters that cannot be seen", /[\p{Cc}\p{Cf}]/u],
  ["a phone number", /(?:\+|\b)\d(?:[\s()./-]?\d){6,}/u],
  ["an address of the web or of mail", /https?:|www\.|\S@\S/iu],
  ["a text that was cut short", /(?:…|\.\.\.)\s*$/u],
  ["symbols that catch the eye", /[★☆✓✔✗→←⇒♥©®™<>{}[\]|\\^~_=#*@\u{1F000}-\u{1FAFF}]/u],
  ["a word in capitals that shouts", /(?<!\p{L})(?:\p{Lu}{6,}|FREE|SALE|BEST|CHEAP|NEW|NOW|WOW)(?!\p{L})/u],
  ["letters set apart", /(?:\p{Lu}[.\s]){3,}\p{Lu}?/u],
  ["capitals in the middle of words", /\p{Ll}\p{Lu}\p{Ll}+\p{Lu}/u],
  ["a word over and over", /(?<!\p{L})(\p{L}+)[\s,]+\1[\s,]+\1(?!\p{L})/iu],
  ["punctuation over and over", /([!?.,;:–—-])\s*\1/u],
  ["words that ask for a click", /\bclick here\b|\bklicken sie hier\b|\bcliquez ici\b|\bhaga clic\b/iu]
]

const pairs: ReadonlyArray<readonly [string, string]> = [
  ["(", ")"],
  ["“", "”"],
  ["「", "」"]
]

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

/** Returns what is wrong with a line, or null. */
export const styleProblem = (text: string): string | null => {
  if (text !== text.trim() || text === "") return "a space too many"
  if (!/\p{L}/u.test(text)) return "no word"
  if (widthOf(text) < 3) return "too little to say anything"
  if (pairs.some(([open, close]) => countOf(text, open) !== countOf(text, close)))
    return "half a pair of brackets"
  if (addressesProgram(text)) return "words that speak to a program and not to people"
  return styleRules.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

export const passesStyle = (text: string): boolean => styleProblem(text) === null
