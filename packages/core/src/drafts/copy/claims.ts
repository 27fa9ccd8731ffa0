/*
 * A model may put the website's words together anew, and claim nothing that they do not. Whatever it writes is held
 * against them word by word: a number, a promise or a name that is not there is not said.
 */

/**
 * Words that join and call, and claim nothing, in the languages that we speak. What only sounds harmless is not among
 * them: "free", "best", "new", "online" or "all" stand on the website, or nowhere.
 */
const functionWords = new Set(
  `a an and the of for to in on at by with from or as is are be it its this that your you we our us more
  get see find learn call book contact visit ask discover explore choose start need about how when where what who now
  today
  und oder der die das den dem des ein eine einen einem für von mit bei im am zu zum zur auf aus ist sind ihr ihre ihren
  sie wir unser unsere mehr über entdecken finden buchen anrufen kontaktieren wie was wo jetzt heute
  et ou le la les un une des du de pour avec chez dans sur est sont votre vos nous notre nos plus découvrez trouvez
  réservez appelez contactez
  y o el los las una unos unas del al para con por en es son su sus tu tus nuestro nuestra más descubre encuentra
  reserva llama contacta`.split(/\s+/)
)

const tokenize = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.,%+-]*[\p{L}\p{M}\p{N}%+]|[\p{L}\p{M}\p{N}]/gu) ?? []

/**
 * The same word in another form: with an s, or a longer one with another ending. Numbers are themselves, and short words
 * too: "free" is not in "freezer".
 */
const isInflectionOf = (word: string, base: string): boolean => {
  if (word === base || word === `${base}s` || base === `${word}s`) return true
  const [short, long] = word.length < base.length ? [word, base] : [base, word]
  return (
    !/\p{N}/u.test(word) &&
    short.length >= 5 &&
    long.length - short.length <= 3 &&
    long.startsWith(short.slice(0, -1))
  )
}

export type Vocabulary = ReadonlySet<string>

/** All that the facts say, as words to hold a line against. */
export const vocabularyOf = (texts: Iterable<string>): Vocabulary => new Set([...texts].flatMap(tokenize))

/** The first word of a line that nothing on the website bears out, or null. */
export const unsupportedWord = (line: string, vocabulary: Vocabulary): string | null =>
  tokenize(line).find(
    (word) =>
      !functionWords.has(word) &&
      !vocabulary.has(word) &&
      ![...vocabulary].some((known) => isInflectionOf(word, known))
  ) ?? null
