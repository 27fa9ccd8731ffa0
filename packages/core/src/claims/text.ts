/*
 * Texts as they are compared: by their words. Case, space and punctuation never decide whether a page says
 * something, except for the sentences and clauses that punctuation separates.
 */

const apostrophe = /['’ʼ`´]/gu

/** Writes one text in the form in which texts are compared: words, numbers and currency signs, one space apart. */
export const normalise = (text: string): string => tokensOf(text).join(" ")

/** Ways to write "and", which are one word here. */
const ands = new Set(["&", "and", "und", "et", "y"])

/** A number with its separators, a word, or a sign that changes what a number means. */
const tokenPattern = /\d+(?:[.,]\d+)*|[$€£¥%+#&]|[\p{L}\p{M}]+/gu

/** The words of a text in lower case. "Isn't" is two words, of which one is "not"; "l'atelier" is two as well. */
export const tokensOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replaceAll(/(?<=\p{L})n['’ʼ`´]t(?!\p{L})/gu, " not")
    .replaceAll(apostrophe, " ")
    .match(tokenPattern)
    ?.map((token) => (ands.has(token) ? "&" : token)) ?? []

/** A full stop after these ends no sentence. After a digit it may: "£2,100. Full-arch …". */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:mr|mrs|ms|dr|prof|st|nr|mio|mrd|ca|bzw|inkl|exkl|zzgl|evtl|ggf|tel|str|approx|incl|excl|inc|ltd|co|vs|etc|max|min|av|mme|sra?|usw|bspw|z\. ?b|d\. ?h|u\. ?a|\p{L})\.$/iu

/** German writes "am 3. Mai" and "zum 8. Stock": an ordinal before a month, or after an article. */
const ordinal = /(?<!\d[.,]?)\b\d{1,2}\.$/u
const ordinalOfArticle = /(?<!\p{L})(?:der|die|das|dem|den|des|im|am|zum|vom|beim) \d{1,2}\.$/iu
const months =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)/iu

const isOpen = (before: string, after: string): boolean =>
  abbreviation.test(before) ||
  (/(?<!\p{L})no\.$/iu.test(before) && /^\d/u.test(after)) ||
  /^\p{Ll}/u.test(after) ||
  (ordinal.test(before) && months.test(after)) ||
  ordinalOfArticle.test(before)

/** Splits one text of a page, such as a paragraph, into its sentences. Texts of two elements are never joined. */
export const sentencesIn = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  for (const part of text
    .normalize("NFC")
    .split(/(?<=[.!?。！？…])[)"”»“]*\s+|\s*[\n·•|]\s*|(?<=[。！？])/u)) {
    const next = part.trim()
    if (next === "") continue
    const last = sentences.at(-1)
    if (last !== undefined && /[.…]$/u.test(last) && isOpen(last, next))
      sentences[sentences.length - 1] = `${last} ${next}`
    else sentences.push(next)
  }
  return sentences
}

/** A sentence as words, with the places where its punctuation allows a cut. */
export interface Words {
  readonly tokens: ReadonlyArray<string>
  /** The clause of each word; a comma, semicolon, colon, dash or bracket separates clauses. */
  readonly clauses: ReadonlyArray<number>
  /** Whether the clause after a separator is introduced by a colon: what stands before it is its subject. */
  readonly colons: ReadonlySet<number>
}

/** A comma within a number separates nothing. */
const separators = /(?<!\d),|,(?!\d)|[;:()[\]/]|\s[–—-]+\s|—/gu

export const wordsOf = (sentence: string): Words => {
  const tokens: Array<string> = []
  const clauses: Array<number> = []
  const colons = new Set<number>()
  let from = 0
  let clause = 0
  const add = (text: string): void => {
    const found = tokensOf(text)
    if (found.length === 0) return
    tokens.push(...found)
    clauses.push(...found.map(() => clause))
    clause++
  }
  for (const match of sentence.matchAll(separators)) {
    add(sentence.slice(from, match.index))
    if (match[0] === ":") colons.add(clause)
    from = match.index + match[0].length
  }
  add(sentence.slice(from))
  return { tokens, clauses, colons }
}

/** Every index at which one list of words contains another in a row. */
export const positionsOf = (
  part: ReadonlyArray<string>,
  whole: ReadonlyArray<string>
): ReadonlyArray<number> =>
  part.length === 0
    ? []
    : whole.flatMap((_, at) => (part.every((word, n) => whole[at + n] === word) ? [at] : []))
