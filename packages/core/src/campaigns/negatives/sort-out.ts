import { normaliseTerm, termKey } from "./term.ts"

export interface SortedOut {
  readonly fresh: ReadonlyArray<string>
  /** Those that are there already, and repeats within the call. */
  readonly alreadyThere: ReadonlyArray<string>
}

/** Which terms of a call are new beside those that are there, in the order of the call; the first of a kind counts. */
export const sortOut = (terms: ReadonlyArray<string>, there: Iterable<string>): SortedOut => {
  const seen = new Set([...there].map(termKey))
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
