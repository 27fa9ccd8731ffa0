import type { FieldProblem } from "../../contract/index.ts"
import { normaliseTerm } from "./terms.ts"

const maxCharacters = 80
const maxWords = 10
const refusedCharacters = new Set("!@%^*()={};~`<>,?|\\")

/** Returns what is wrong with a term, or null. Positions count characters from 1, in the term as sent. */
export const termProblem = (text: string): string | null => {
  const characters = [...text]
  const index = characters.findIndex((character) => refusedCharacters.has(character))
  if (index >= 0) {
    return `has a ${JSON.stringify(characters[index])} at position ${index + 1}, which the ad platform does not take`
  }
  const term = normaliseTerm(text)
  const length = [...term].length
  if (length < 1 || length > maxCharacters) return `must be 1 to ${maxCharacters} characters`
  const words = term.split(" ").length
  if (words > maxWords) return `has ${words} words; the ad platform takes at most ${maxWords}`
  return /[\p{L}\p{N}]/u.test(term) ? null : "has no letter or number in it, so it would exclude nothing"
}

/** Returns the error of every invalid term, with its index in the call. */
export const termProblems = (terms: ReadonlyArray<string>): ReadonlyArray<FieldProblem> =>
  terms.flatMap((text, n) => {
    const message = termProblem(text)
    return message === null ? [] : [{ path: `keywords.${n}`, message }]
  })
