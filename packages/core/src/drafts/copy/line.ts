import type { Source } from "../../campaigns/index.ts"
import type { FactText } from "./facts.ts"

/** A line of copy with its source. */
export interface CopyLine {
  readonly text: string
  readonly source: Source
}

/** Quotes a fact literally. */
export const quoteFact = ({ at, text }: FactText): CopyLine => ({ text, source: { from: "place", at } })

/* Cleans website text for ads: the words stay, and only surrounding characters are removed. */

/** They would make equal lines differ. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
const marks = "[\\s\"'“”„«»‹›*•·|–—>-]"
const surroundingMarks = new RegExp(`^${marks}+|${marks}+$`, "gu")

/** Returns one line without invisible characters and without surrounding quotes, bullets and dashes. */
export const tidy = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(invisibleCharacters, "")
    .replaceAll(surroundingMarks, "")
    .trim()

/** Also removes the final full stop, which headings and short lines do not have. */
export const tidyHeading = (text: string): string =>
  tidy(text)
    .replace(/[.。:;,]+$/u, "")
    .trim()

export const tidyFact = (fact: FactText): FactText => ({ ...fact, text: tidyHeading(fact.text) })

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

/** The words that texts capitalise within a sentence, and never write in lower case: names. */
export const properNames = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = texts
    .filter((text) => /[.!?]$/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/(?<=\p{Ll}[\p{L},]* )\p{Lu}[\p{L}'’-]+/gu)].map(([name]) => name.toLowerCase())
    )
  const common = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}])\p{Ll}[\p{L}'’-]+/gu) ?? []))
  return new Set(found.filter((name) => !common.has(name)))
}

/** For example `de` of `de-CH`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ""

/** The word between a service and a place. In another language, both stand side by side. */
const inPlace: Readonly<Record<string, string>> = { en: " in ", de: " in ", fr: " à ", es: " en " }

/** The only line that is composed: a service and a place, where the website names both. */
export const serviceInPlace = (language: string, service: FactText, place: FactText): CopyLine => ({
  text: `${service.text}${inPlace[primaryLanguage(language)] ?? " "}${place.text}`,
  source: {
    from: "template",
    template: "service in city",
    with: [
      { name: "service", text: service.text, at: service.at },
      { name: "city", text: place.text, at: place.at }
    ]
  }
})
