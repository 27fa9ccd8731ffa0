/*
 * Invisible characters. In a name they make two names look alike, and in a text they can hide words that only
 * programs read. Some scripts and emoji need a few of them, which are allowed in those places.
 */

/**
 * Invisible or formatting characters: fillers, joiners, direction controls, tags, annotations, an empty
 * Braille cell.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb\u2800]/u
const allInvisible = new RegExp(invisible.source, "gu")

/** Scripts in which a joiner or non-joiner between two letters changes their form. */
const joining =
  "Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
    .split(" ")
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join("")

let needed: RegExp | undefined

/** The places where an invisible character affects the visible text. Built on first use, which few processes need. */
const neededPattern = (): RegExp =>
  (needed ??= new RegExp(
    [
      // Persian, Hindi and others: a single joiner or non-joiner between two letters.
      `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
      // Emoji of several parts, such as families.
      "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
      // A sign as an emoji or as text, a keycap, and a form of a Chinese character.
      "(?<=[\\p{Emoji}\\p{Extended_Pictographic}])[\\ufe0e\\ufe0f]",
      "(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]",
      // Flags of regions, such as Scotland's.
      "(?<=\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{0,6})[\\u{e0061}-\\u{e007a}](?=[\\u{e0061}-\\u{e007a}]{0,6}\\u{e007f})",
      "(?<=\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{2,6})\\u{e007f}"
    ].join("|"),
    "gu"
  ))

/** The first unneeded invisible character of a text, as `U+200B`; null if there is none. */
export const invisibleIn = (text: string): string | null => {
  if (!invisible.test(text)) return null
  const found = invisible.exec(text.replaceAll(neededPattern(), ""))?.[0]
  return found === undefined ? null : `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`
}

/** A text without its unneeded invisible characters. */
export const withoutInvisible = (text: string): string => {
  if (!invisible.test(text)) return text
  const kept = new Set([...text.matchAll(neededPattern())].map(({ index }) => index))
  return text.replaceAll(allInvisible, (character, at: number) => (kept.has(at) ? character : ""))
}
