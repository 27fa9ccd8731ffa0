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

/** Writes "PERSONAL INJURY" as "Personal Injury": names keep their capitals. A short word may be an abbreviation. */
export const withoutShouting = (text: string): string => {
  const letters = text.replaceAll(/[^\p{L}]/gu, "")
  const shouts = letters.length > 3 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
  const isOneShortWord = !text.includes(" ") && letters.length < 7
  return shouts && !isOneShortWord ? text.toLowerCase().split(" ").map(capitalise).join(" ") : text
}

/** Quotes a heading or another text of a few words. */
export const quoteHeading = (fact: FactText): CopyLine =>
  quoteFact({ ...fact, text: withoutShouting(tidyHeading(fact.text)) })

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
