import type { LanguageCode } from "../../contract/index.ts"

/** The platform's ids of languages, by their two letters. */
const ids: Readonly<Record<LanguageCode, number>> = {
  ar: 1019,
  bg: 1020,
  ca: 1038,
  cs: 1021,
  da: 1009,
  de: 1001,
  el: 1022,
  en: 1000,
  es: 1003,
  fi: 1011,
  fr: 1002,
  he: 1027,
  hi: 1023,
  hr: 1039,
  hu: 1024,
  id: 1025,
  it: 1004,
  ja: 1005,
  ko: 1012,
  nl: 1010,
  pl: 1030,
  pt: 1014,
  ro: 1032,
  ru: 1031,
  sr: 1035,
  sv: 1015,
  th: 1044,
  tr: 1037,
  uk: 1036,
  vi: 1040
}

/** Returns the resource name of a language; null if the platform does not target it. */
export const languageConstantOf = (language: string | null): string | null => {
  const id = language === null ? undefined : (ids as Readonly<Record<string, number>>)[language]
  return id === undefined ? null : `languageConstants/${id}`
}
