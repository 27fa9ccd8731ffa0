import { type Html, html } from "./html.ts"

const longest = 48
const segments = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A name cut to a length that leaves room for the words around it. */
export const clipped = (name: string): string => {
  const letters = [...segments.segment(name)].map(({ segment }) => segment)
  return letters.length <= longest ? name : `${letters.slice(0, longest - 1).join("")}…`
}

/** The name that an app chose for itself: clipped, and set apart so that its letters cannot reach into our sentence. */
export const appName = (name: string): Html => html`<bdi>${clipped(name)}</bdi>`
