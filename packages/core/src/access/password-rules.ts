import { commonPasswords } from "./common-passwords.ts"
import { longestPassword } from "./passwords.ts"

/** Whose password it is to be: what everybody knows of somebody is no secret. */
interface Whose {
  readonly email: string
  readonly name: string
}

export const shortestPassword = 12

/** Words that guessers try first, whatever stands around them. */
const wellKnown = [
  "adwarden",
  "password",
  "passwort",
  "passwd",
  "welcome",
  "letmein",
  "qwertyuiop",
  "qwerty",
  "qwertz",
  "azerty",
  "asdfgh",
  "admin",
  "iloveyou",
  "1234567890",
  "123456",
  "abcdef"
]

/** What must be left of a password without the words that a guesser knows. */
const leastOwn = 8

/** The parts of a name or an address that are long enough to be words. */
const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)

const without = (text: string, words: ReadonlyArray<string>): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ""), text)

/** How often the next character is the one that follows, or the same again: in `abcd1111` nearly always. */
const steady = (text: string): number => {
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const steps = codes.slice(1).map((code, at) => Math.abs(code - codes[at]!))
  return steps.filter((step) => step <= 1).length / Math.max(1, steps.length)
}

/**
 * What is wrong with a password, or null. As NIST has it (SP 800-63B): long enough, not one that guessers try first, and
 * no rules on which characters it has to have, since those only make people write `Password1!`.
 */
export const passwordProblem = (password: string, { email, name }: Whose): string | null => {
  const text = password.normalize("NFKC")
  if ([...text].length < shortestPassword) return `must have at least ${shortestPassword} characters`
  if (text.length > longestPassword) return `must have at most ${longestPassword} characters`
  const plain = text.toLowerCase()
  if (
    commonPasswords.has(plain) ||
    new Set(plain).size < 5 ||
    steady(plain) > 0.8 ||
    /^(.{1,4})\1+$/su.test(plain)
  ) {
    return "is one of those that are guessed first"
  }
  const own = without(plain, [...partsOf(email), ...partsOf(name)])
  if (own.length < plain.length && [...own].length < leastOwn) {
    return "must not be made of your name or e-mail address"
  }
  if ([...without(own, wellKnown)].length < leastOwn) return "is made of words that are guessed first"
  return null
}
