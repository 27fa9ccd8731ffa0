/* Cleans website text for ads: the words stay, and only surrounding characters are removed. */

/** Spaces of every kind and invisible characters, which would make equal lines differ. */
const blanks = /[\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+/gu
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu
const marks = "[\\s\"'“”„«»‹›*•·|–—>-]"
const surroundingMarks = new RegExp(`^${marks}+|${marks}+$`, "gu")

/** Returns one line without invisible characters and without surrounding quotes, bullets and dashes. */
export const tidy = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(blanks, " ")
    .replaceAll(invisibleCharacters, "")
    .replaceAll(surroundingMarks, "")
    .trim()

/** Also removes the final full stop, which headings and short lines do not have. */
export const tidyHeading = (text: string): string =>
  tidy(text)
    .replace(/[.。:;,]+$/u, "")
    .trim()

/** A full stop that ends no sentence: after a number, as in "8. Stock", or after an abbreviation. */
const abbreviationEnd =
  /(?:\d|(?<!\p{L})(?:mr|mrs|ms|dr|prof|st|nr|no|mio|mrd|ca|bzw|inkl|exkl|evtl|ggf|tel|str|approx|incl|inc|ltd|co|vs|etc|max|min|av|mme|sra?|\p{L}))\.$/iu

/** Splits a text into whole sentences, by the runtime's rules for the language. */
export const sentencesOf = (text: string, language: string): ReadonlyArray<string> => {
  const line = tidy(text)
  if (line === "") return []
  const sentences: Array<string> = []
  for (const { segment } of segmenterFor(language).segment(line)) {
    const last = sentences.at(-1)
    // A sentence that is too long is better than half of one.
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
    // The page's language attribute may be no valid tag.
    segmenter = new Intl.Segmenter("und", { granularity: "sentence" })
  }
  segmenters.set(language, segmenter)
  return segmenter
}
