/*
 * A text from a website as it can stand in an ad: the letters stay, and only what surrounds them goes.
 */

/** Spaces of every kind, and what is drawn as nothing: they would make two lines of one. */
const blanks = /[\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+/gu
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
const marks = "[\\s\"'“”„«»‹›*•·|–—>-]"
const surroundingMarks = new RegExp(`^${marks}+|${marks}+$`, "gu")

/** One line, without invisible characters, and without the quotes, bullets and dashes around it. */
export const tidy = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(blanks, " ")
    .replaceAll(invisibleCharacters, "")
    .replaceAll(surroundingMarks, "")
    .trim()

/** The same without the point at its end: headings and short lines have none. */
export const tidyHeading = (text: string): string =>
  tidy(text)
    .replace(/[.。:;,]+$/u, "")
    .trim()

/** A point that ends no sentence: after a number, as in "8. Stock", or after an abbreviation. */
const abbreviationEnd =
  /(?:\d|(?<!\p{L})(?:mr|mrs|ms|dr|prof|st|nr|no|mio|mrd|ca|bzw|inkl|exkl|evtl|ggf|tel|str|approx|incl|inc|ltd|co|vs|etc|max|min|av|mme|sra?|\p{L}))\.$/iu

/** A text in its sentences, each whole, by the rules that the runtime keeps for the language. */
export const sentencesOf = (text: string, language: string): ReadonlyArray<string> => {
  const line = tidy(text)
  if (line === "") return []
  const sentences: Array<string> = []
  for (const { segment } of segmenterFor(language).segment(line)) {
    const last = sentences.at(-1)
    // Rather too long a sentence than half of one.
    if (last !== undefined && (abbreviationEnd.test(last) || /^\s*\p{Ll}/u.test(segment))) {
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`
    } else sentences.push(segment.trim())
  }
  return sentences.filter((one) => one !== "")
}

const segmenters = new Map<string, Intl.Segmenter>()
const segmenterFor = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  let segmenter: Intl.Segmenter
  try {
    segmenter = new Intl.Segmenter(language, { granularity: "sentence" })
  } catch {
    // What a page calls its language need not be one.
    segmenter = new Intl.Segmenter("und", { granularity: "sentence" })
  }
  segmenters.set(language, segmenter)
  return segmenter
}
