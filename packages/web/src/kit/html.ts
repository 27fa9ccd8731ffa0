import { html as template } from "hono/html"

type Escaped = Awaited<ReturnType<typeof template>>

/** Safe markup. Only `html` creates it, and escapes every text in it. */
export type Html = Escaped

/**
 * The values that a template accepts: texts, numbers, markup, and lists of these. Null and false render nothing, so
 * that a part can be omitted. True is not accepted, since it would render nothing either.
 */
export type Content = string | number | Html | null | false | ReadonlyArray<Content>

/**
 * Renders a part of a page. Texts are escaped, also in quoted attributes; markup from `html` is not. Values cannot be
 * promises: a page's data is complete before it is rendered.
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Content>): Html => {
  const rendered = template(strings, ...values)
  if (rendered instanceof Promise) throw new Error("A template cannot contain a promise.")
  return rendered
}

/** The largest number of characters shown of an app's name. */
const maxNameLength = 48
const segments = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Truncates a name to leave room for the text around it. */
export const truncateName = (name: string): string => {
  const letters = [...segments.segment(name)].map(({ segment }) => segment)
  return letters.length <= maxNameLength ? name : `${letters.slice(0, maxNameLength - 1).join("")}…`
}

/**
 * Renders an app's self-chosen name: truncated, and isolated so that its characters cannot affect the sentence around
 * it.
 */
export const appName = (name: string): Html => html`<bdi>${truncateName(name)}</bdi>`
