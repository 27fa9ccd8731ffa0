import type { Page, PageText } from "../page.ts"
import { termWords } from "./terms.ts"

/** Separates the parts of a title; some characters need spaces around them, because words can contain them. */
export const titleSeparator = /\s+[-–—·•]\s+|\s*:\s+|\s*[|｜»]\s*/u

/** Whether a text has the words of another in a row. */
export const contains = (text: string, part: string): boolean =>
  ` ${termWords(text).join(" ")} `.includes(` ${termWords(part).join(" ")} `)

/** Whether a text is the brand or has it, or is a short form: "Smith Dental" of "Smith & Sons Dental". */
export const namesBrand = (text: string, brand: string): boolean => {
  const [words, known] = [termWords(text), termWords(brand)]
  return contains(text, brand) || words.every((word) => known.includes(word))
}

/** The parts of a page's title without the brand: what the page is about. */
export const titleParts = ({ title }: Page, brand: string): ReadonlyArray<PageText> =>
  title === null
    ? []
    : title.text
        .split(titleSeparator)
        .filter((part) => part.trim() !== "" && !namesBrand(part, brand))
        .map((text) => ({ ...title, text: text.trim() }))
