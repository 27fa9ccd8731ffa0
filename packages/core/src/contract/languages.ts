/*
 * The languages that a draft can be targeted at, by their two letters. Adapters map each to their platform's own
 * id, and the types ensure that they know every one.
 */
export const languageCodes = [
  "ar",
  "bg",
  "ca",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "fi",
  "fr",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ro",
  "ru",
  "sr",
  "sv",
  "th",
  "tr",
  "uk",
  "vi"
] as const
export type LanguageCode = (typeof languageCodes)[number]

let names: Intl.DisplayNames | undefined

/** Returns the English name of a language. The names are loaded on first use: they take as long as the whole contract. */
export const languageName = (code: string): string => {
  names ??= new Intl.DisplayNames(["en"], { type: "language" })
  return names.of(code) ?? code
}
