const serviceName = "adwarden"

/** Letters of other scripts, digits and signs that resemble a letter of our name. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "\u0430\u03b1\u1d00\u0251\u0101@4",
  d: "\u0501\u1d05\u0257\u0111",
  w: "\u051d\u0461\u1d21\u03c9\u20a9",
  r: "\u0433\u0280\u027c\u1d26",
  e: "\u0435\u0451\u03b5\u1d07\u0117\u20ac3",
  n: "\u0578\u043f\u0274\u03b7\u0438"
}
const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, lookAlike]) =>
    [...lookAlike].map((one) => [one, letter] as const)
  )
)

/** The words of a name, in the letters that a reader perceives. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  [...name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()]
    .map((character) => letterOf.get(character) ?? character)
    .join("")
    .replaceAll("vv", "w")
    .split(/[^\p{L}\p{N}]+/u)

/** Whether two words differ by at most one letter: replaced, added or removed. */
const differsByOneLetter = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end <= 1
}

/**
 * Whether people would take a client's name for ours: it contains our name, spells it with spaces or with letters that
 * look alike, or has a word that differs from it by one letter.
 *
 * @example imitatesOurName("\u0410d-W\u0430rden Support") // true, with two Cyrillic letters
 * @example imitatesOurName("Head Warden") // false
 */
export const imitatesOurName = (name: string): boolean => {
  const words = wordsOf(name)
  return words.some(
    (word, index) =>
      word.includes(serviceName) ||
      differsByOneLetter(word, serviceName) ||
      words.slice(index).join("").startsWith(serviceName)
  )
}
