/** A term as it is kept: one space between words, none around them. The case stays as it was sent. */
export const normaliseTerm = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/gu, " ")

/** Two terms with the same key are the same exclusion: the ad platform does not tell them apart by case. */
export const termKey = (text: string): string => normaliseTerm(text).toLowerCase()
