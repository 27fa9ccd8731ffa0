/** Names, search terms and reports are untrusted. Control sequences in them must not reach the terminal. */

/** Control characters except line ends and tabs, and those that change the text direction. */
const controlCharacters = /(?![\n\t])[\p{Control}\p{Bidi_Control}]/gu

/** Removes everything that a terminal would act on from a text of any number of lines. */
export const safeText = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(controlCharacters, "\ufffd")

/** The same in one line. */
export const safeLine = (text: string): string => safeText(text).replace(/[\n\t]+/g, " ")
