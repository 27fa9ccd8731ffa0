import { eastAsianWidth } from "get-east-asian-width"
import { wrapBy } from "./wrap.ts"

/** Created on first use, because both take longer than the rest of a short command. */
let segmenter: Intl.Segmenter | undefined
let picture: RegExp | undefined

const graphemesOf = (text: string) => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

const isPicture = (grapheme: string): boolean => {
  picture ??= /^\p{RGI_Emoji}$/v
  return picture.test(grapheme)
}

/** Nearly every text: one column for each character, without a lookup. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const isInvisible = /^[\p{Control}\p{Format}\p{Mark}]+$/u

const graphemeWidth = (grapheme: string): number => {
  if (isInvisible.test(grapheme)) return 0
  return isPicture(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0)!)
}

/** The number of columns that a text takes: Chinese, Japanese and Korean characters take two, accents none. */
export const widthOf = (text: string): number => {
  if (isPlain(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment)
  return width
}

/** Truncates a text to a width, with an ellipsis. */
export const truncate = (text: string, maxWidth: number): string => {
  if (widthOf(text) <= maxWidth) return text
  let truncated = ""
  let width = 0
  for (const { segment } of graphemesOf(text)) {
    width += graphemeWidth(segment)
    if (width > maxWidth - 1) break
    truncated += segment
  }
  return maxWidth < 1 ? "" : `${truncated.trimEnd()}…`
}

export const padEnd = (text: string, maxWidth: number): string =>
  text + " ".repeat(Math.max(0, maxWidth - widthOf(text)))

export const padStart = (text: string, maxWidth: number): string =>
  " ".repeat(Math.max(0, maxWidth - widthOf(text))) + text

/** Wraps a text to lines of a width. */
export const wrap = wrapBy(widthOf)
