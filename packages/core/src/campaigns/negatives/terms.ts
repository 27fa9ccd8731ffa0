/** Normalises a term for storage: single spaces, trimmed. The case stays as sent. */
export const normaliseTerm = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/gu, " ")

/** Terms with the same key are the same exclusion: the ad platform ignores case. */
export const termKey = (text: string): string => normaliseTerm(text).toLowerCase()

interface NewTerms {
  readonly fresh: ReadonlyArray<string>
  /** Terms that already exist, and repeats within the call. */
  readonly alreadyThere: ReadonlyArray<string>
}

/** Selects the new terms of a call, in its order; of duplicates, the first counts. */
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
