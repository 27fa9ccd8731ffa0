import { franc } from "franc-min"
import { isContent, type Page } from "./page.ts"

/** Scripts of exactly one language that franc's small set lacks, or mistakes in short texts. */
const scripts: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u3040-\u30ff]/g, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Greek}/gu, "el"]
]

/** Whether a language is written in another script: its text cannot be English, whatever a template declares. */
const isNonLatin = (language: string): boolean => new Intl.Locale(language).maximize().script !== "Latn"

/** The two letters of a language, of the three that franc knows it by; null if it has none. */
const twoLetters = (code: string): string | null => {
  const { language } = new Intl.Locale(code)
  return language.length === 2 ? language : null
}

const minLetters = 60

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

const letterCount = (text: string): number => countOf(/\p{L}/gu, text)

/** The language of a text, as far as its words show it. */
export const languageOfText = (text: string): string | null => {
  const letters = letterCount(text)
  const script = scripts.find(([pattern]) => countOf(pattern, text) * 5 > letters)
  if (script !== undefined) return script[1]
  return letters < minLetters ? null : twoLetters(franc(text))
}

const pageWords = ({ description, headings, sentences, title }: Page): string =>
  [title, description, ...headings, ...sentences.filter(isContent)]
    .map((found) => found?.text ?? "")
    .join(" ")
    .slice(0, 4000)

/** Whether so many letters are Latin that `languageOfText` finds no other script. */
const isLatin = (text: string): boolean => countOf(/\p{Script=Latin}/gu, text) * 5 >= letterCount(text) * 4

/**
 * A page's language: its declaration, unless its script contradicts it; null if it is unknown. Words in Latin letters
 * cannot contradict a declaration, so they are not examined.
 */
export const pageLanguage = (page: Page): string | null => {
  // The primary subtag: `de` of `de-AT`.
  const declared = /^[a-z]{2}(?![a-z])/.exec(page.language ?? "")?.[0] ?? null
  const words = pageWords(page)
  if (declared !== null && (isNonLatin(declared) || isLatin(words))) return declared
  const detected = languageOfText(words)
  return declared === null || (detected !== null && isNonLatin(detected)) ? detected : declared
}
