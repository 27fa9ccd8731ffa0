import { widthOf } from "../../campaigns/index.ts"
import { addressesProgram } from "../../outbound/index.ts"

/*
 * Style rules: text that the platform's editors disapprove later, or that reads badly in an ad. A launch
 * accepts it; the draft writer does not use it.
 */

const styleRules: ReadonlyArray<readonly [what: string, found: RegExp]> = [
  ["characters that cannot be seen", /[\p{Cc}\p{Cf}]/u],
  ["a phone number", /(?:\+|\b)\d(?:[\s()./-]?\d){6,}/u],
  ["an address of the web or of mail", /https?:|www\.|\S@\S/iu],
  ["a text that was cut short", /(?:…|\.\.\.)\s*$/u],
  ["symbols that catch the eye", /[★☆✓✔✗→←⇒♥©®™<>{}[\]|\\^~_=#*@\u{1F000}-\u{1FAFF}]/u],
  ["a word in capitals that shouts", /(?<!\p{L})(?:\p{Lu}{6,}|FREE|SALE|BEST|CHEAP|NEW|NOW|WOW)(?!\p{L})/u],
  ["letters set apart", /(?:\p{Lu}[.\s]){3,}\p{Lu}?/u],
  ["capitals in the middle of words", /\p{Ll}\p{Lu}\p{Ll}+\p{Lu}/u],
  ["a word over and over", /(?<!\p{L})(\p{L}+)[\s,]+\1[\s,]+\1(?!\p{L})/iu],
  ["punctuation over and over", /([!?.,;:–—-])\s*\1/u],
  ["words that ask for a click", /\bclick here\b|\bklicken sie hier\b|\bcliquez ici\b|\bhaga clic\b/iu]
]

const pairs: ReadonlyArray<readonly [string, string]> = [
  ["(", ")"],
  ["“", "”"],
  ["「", "」"]
]

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

/** Returns what is wrong with a line, or null. */
export const styleProblem = (text: string): string | null => {
  if (text !== text.trim() || text === "") return "a space too many"
  if (!/\p{L}/u.test(text)) return "no word"
  if (widthOf(text) < 3) return "too little to say anything"
  if (pairs.some(([open, close]) => countOf(text, open) !== countOf(text, close)))
    return "half a pair of brackets"
  if (addressesProgram(text)) return "words that speak to a program and not to people"
  return styleRules.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

export const passesStyle = (text: string): boolean => styleProblem(text) === null
