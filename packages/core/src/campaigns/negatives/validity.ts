import type { FieldProblem } from "../../contract/index.ts"
import { normaliseTerm } from "./sort-out.ts"

const mostCharacters = 80
const mostWords = 10
const refused = new Set("!@%^*()={};~`<>,?|\\")

/** What is wrong with a term, or null. Positions count characters from 1, in the term as it was sent. */
export const termProblem = (text: string): string | null => {
  const characters = [...text]
  const at = characters.findIndex((character) => refused.has(character))
  if (at >= 0) {
    return `has a ${JSON.stringify(characters[at])} at position ${at + 1}, which the ad platform does not take`
  }
  const term = normaliseTerm(text)
  const length = [...term].length
  if (length < 1 || length > mostCharacters) return `must be 1 to ${mostCharacters} characters`
  const words = term.split(" ").length
  if (words > mostWords) return `has ${words} words; the ad platform takes at most ${mostWords}`
  return /[\p{L}\p{N}]/u.test(term) ? null : "has no letter or number in it, so it would exclude nothing"
}

/** Every term that cannot be taken, named by its place in the call. */
export const termProblems = (terms: ReadonlyArray<string>): ReadonlyArray<FieldProblem> =>
  terms.flatMap((text, n) => {
    const message = termProblem(text)
    return message === null ? [] : [{ path: `keywords.${n}`, message }]
  })
