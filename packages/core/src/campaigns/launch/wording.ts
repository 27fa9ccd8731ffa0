import { eastAsianWidth } from "get-east-asian-width"

/* The platform's rules for the text of an ad, reported before the launch. */

/** Returns the width as the platform counts it: a double-width (CJK) character is two. */
export const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + eastAsianWidth(character.codePointAt(0)!), 0)

export const quoteText = (text: string): string => `“${text}”`

/** Returns what is wrong with the length of a line, as the end of a sentence, or null. */
export const lengthProblem = (text: string, max: number, what: string): string | null => {
  const width = widthOf(text)
  if (text.trim() === "") return `has an empty ${what}`
  return width > max
    ? `has a ${what} of ${width} characters; at most ${max} are allowed: ${quoteText(text)}`
    : null
}

/** Returns what the platform's editorial rules reject, as far as the text alone shows. */
export const editorialProblem = (text: string, what: string): string | null => {
  if (/([!?.,;:])\1/u.test(text)) return `has a ${what} with repeated punctuation: ${quoteText(text)}`
  if (/\p{Extended_Pictographic}/u.test(text)) return `has a ${what} with an emoji: ${quoteText(text)}`
  return /[A-Z]/.test(text) && text.length > 8 && text === text.toUpperCase()
    ? `has a ${what} all in capitals: ${quoteText(text)}`
    : null
}

/** Returns the first text that occurs twice, ignoring case. */
export const firstDuplicate = (texts: ReadonlyArray<string>): string | undefined => {
  const keys = texts.map((text) => text.trim().toLowerCase())
  return texts.find((_, n) => keys.indexOf(keys[n]!) < n)
}

/** Returns the first problem that a check finds among items, or null. */
export const firstProblem = <A>(
  items: Iterable<A>,
  check: (item: A, index: number) => string | null
): string | null => {
  let index = 0
  for (const item of items) {
    const problem = check(item, index++)
    if (problem !== null) return problem
  }
  return null
}
