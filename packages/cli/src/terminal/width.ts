import { eastAsianWidth } from "get-east-asian-width"
import { wrapBy } from "./wrap.ts"

let segmenter: Intl.Segmenter | undefined

/** Made when the first text needs it: it takes longer than all the rest of a short command. */
const graphemesOf = (text: string) => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

/** Nearly every text: one place for each character, and nothing to look up. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const isInvisible = /^[\p{Control}\p{Format}\p{Mark}]+$/u
const isPicture = /^\p{RGI_Emoji}$/v

const placesOf = (grapheme: string): number => {
  if (isInvisible.test(grapheme)) return 0
  return isPicture.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0)!)
}

/** How many places of a terminal a text takes: Chinese, Japanese and Korean characters take two, accents none. */
export const widthOf = (text: string): number => {
  if (isPlain(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += placesOf(segment)
  return width
}

/** As much of a text as fits, with an ellipsis where something is left out. */
export const cut = (text: string, places: number): string => {
  if (widthOf(text) <= places) return text
  let taken = ""
  let width = 0
  for (const { segment } of graphemesOf(text)) {
    width += placesOf(segment)
    if (width > places - 1) break
    taken += segment
  }
  return places < 1 ? "" : `${taken.trimEnd()}…`
}

export const padEnd = (text: string, places: number): string =>
  text + " ".repeat(Math.max(0, places - widthOf(text)))

export const padStart = (text: string, places: number): string =>
  " ".repeat(Math.max(0, places - widthOf(text))) + text

/** A text in lines of at most so many places. */
export const wrap = wrapBy(widthOf)
