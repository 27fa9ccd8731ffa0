/* Names, search terms and reports come from outside. What a terminal would obey must not reach it from there. */

/** Control characters but line ends and tabs, and those that turn the direction of what follows. */
const controlCharacters = /(?![\n\t])[\p{Control}\p{Bidi_Control}]/gu

/** A text of any number of lines without anything that a terminal would act on. */
export const safeText = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(controlCharacters, "\ufffd")

/** The same in one line. */
export const safeLine = (text: string): string => safeText(text).replace(/[\n\t]+/g, " ")
