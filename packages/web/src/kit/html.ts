import { html as template } from "hono/html"

type Escaped = Awaited<ReturnType<typeof template>>

/** Markup that is safe to send: made by `html` alone, which escapes every text that is put into it. */
export type Html = Escaped

/**
 * What may stand in a template: texts and numbers, markup, and lists of these. Nothing is shown for null and false,
 * so that a part can be left out; true is not among them, since it would show nothing either.
 */
export type Content = string | number | Html | null | false | ReadonlyArray<Content>

/**
 * A piece of a page. Texts are escaped, in attributes too as long as these stand in quotation marks; markup made
 * by `html` stays as it is. Nothing here may be a promise: what a page shows is found out before it is written.
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Content>): Html => {
  const rendered = template(strings, ...values)
  if (rendered instanceof Promise) throw new Error("A page is made of what is there already.")
  return rendered
}

/** So many letters of an app's name are shown. */
const maxNameLength = 48
const segments = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A name cut to a length that leaves room for the words around it. */
export const truncateName = (name: string): string => {
  const letters = [...segments.segment(name)].map(({ segment }) => segment)
  return letters.length <= maxNameLength ? name : `${letters.slice(0, maxNameLength - 1).join("")}…`
}

/** The name that an app chose for itself: clipped, and set apart so that its letters cannot reach into our sentence. */
export const appName = (name: string): Html => html`<bdi>${truncateName(name)}</bdi>`
