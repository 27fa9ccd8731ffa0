import { commonPasswords } from "./common-passwords.ts"
import { maxPasswordLength } from "./passwords.ts"

/** The password's person. Facts that others know about them are not secret. */
interface PasswordOwner {
  readonly email: string
  readonly name: string
}

export const minPasswordLength = 12

/** Words that attackers guess first, with any surrounding characters. */
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

/** The minimum length of the password without its guessable words. */
const minOwnCharacters = 8

/** The parts of a name or an address that are long enough to be words. */
const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)

const removeWords = (text: string, words: ReadonlyArray<string>): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ""), text)

/** The share of characters that repeat or follow their predecessor: nearly all in `abcd1111`. */
const sequentialShare = (text: string): number => {
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const steps = codes.slice(1).map((code, at) => Math.abs(code - codes[at]!))
  return steps.filter((step) => step <= 1).length / steps.length
}

/**
 * Returns the problem of a password, or null. The rules follow NIST SP 800-63B: long enough, and not commonly
 * guessed. There are no character classes, which only lead to `Password1!`.
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
    return "must not be made of your name or email address"
  }
  if ([...removeWords(remaining, guessedWords)].length < minOwnCharacters)
    return "is made of words that are guessed first"
  return null
}
