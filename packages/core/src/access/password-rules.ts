import { commonPasswords } from "./common-passwords.ts"
import { maxPasswordLength } from "./passwords.ts"

/** Whose password it is to be: what everybody knows of somebody is no secret. */
interface PasswordOwner {
  readonly email: string
  readonly name: string
}

export const minPasswordLength = 12

/** Words that guessers try first, whatever stands around them. */
const guessedWords = [
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
const minOwnCharacters = 8

/** The parts of a name or an address that are long enough to be words. */
const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)

const removeWords = (text: string, words: ReadonlyArray<string>): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ""), text)

/** How often the next character is the one that follows, or the same again: in `abcd1111` nearly always. */
const sequentialShare = (text: string): number => {
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const steps = codes.slice(1).map((code, at) => Math.abs(code - codes[at]!))
  return steps.filter((step) => step <= 1).length / steps.length
}

/**
 * What is wrong with a password, or null. As NIST has it (SP 800-63B): long enough, not one that guessers try first, and
 * no rules on which characters it has to have, since those only make people write `Password1!`.
 */
export const passwordProblem = (password: string, { email, name }: PasswordOwner): string | null => {
  const text = password.normalize("NFKC")
  if ([...text].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`
  if (text.length > maxPasswordLength) return `must have at most ${maxPasswordLength} characters`
  const lowerCased = text.toLowerCase()
  if (
    commonPasswords.has(lowerCased) ||
    new Set(lowerCased).size < 5 ||
    sequentialShare(lowerCased) > 0.8 ||
    /^(.{1,4})\1+$/su.test(lowerCased)
  ) {
    return "is one of those that are guessed first"
  }
  const remaining = removeWords(lowerCased, [...partsOf(email), ...partsOf(name)])
  if (remaining.length < lowerCased.length && [...remaining].length < minOwnCharacters) {
    return "must not be made of your name or e-mail address"
  }
  if ([...removeWords(remaining, guessedWords)].length < minOwnCharacters)
    return "is made of words that are guessed first"
  return null
}
