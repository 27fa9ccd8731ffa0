/** A term as it is kept: one space between words, none around them. The case stays as it was sent. */
export const normaliseTerm = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/gu, " ")

/** Two terms with the same key are the same exclusion: the ad platform does not tell them apart by case. */
export const termKey = (text: string): string => normaliseTerm(text).toLowerCase()

interface NewTerms {
  readonly fresh: ReadonlyArray<string>
  /** Those that are there already, and repeats within the call. */
  readonly alreadyThere: ReadonlyArray<string>
}

/** Which terms of a call are new beside those that are there, in the order of the call; the first of a kind counts. */
export const selectNewTerms = (terms: ReadonlyArray<string>, existing: Iterable<string>): NewTerms => {
  const seen = new Set([...existing].map(termKey))
  const fresh: Array<string> = []
  const alreadyThere: Array<string> = []
  for (const text of terms) {
    const key = termKey(text)
    if (seen.has(key)) alreadyThere.push(normaliseTerm(text))
    else fresh.push(normaliseTerm(text))
    seen.add(key)
  }
  return { fresh, alreadyThere }
}
