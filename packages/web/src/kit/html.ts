import { namedPages } from "@adwarden/core/contract"

declare const safe: unique symbol

/** Safe markup. Only `html` and `trusted` create it. */
export interface Html {
  readonly [safe]: true
  readonly toString: () => string
}

class Markup {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** Markup that is written in the code itself, such as a drawing. Never use it for a text from outside. */
export const trusted = (text: string): Html => new Markup(text) as unknown as Html

/**
 * The values that a template accepts: texts, numbers, markup, and lists of these. Null and false render nothing, so
 * that a part can be omitted. True is not accepted, since it would render nothing either.
 */
export type Content = string | number | Html | null | false | ReadonlyArray<Content>

const special = /[&<>"']/
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Most texts have nothing to escape, and testing them is cheaper than replacing. */
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (sign) => entities[sign]!) : text

const textOf = (value: Content): string => {
  if (typeof value === "string") return escaped(value)
  if (value === null || value === false) return ""
  if (typeof value === "number" || value instanceof Markup) return value.toString()
  let text = ""
  for (const one of value as ReadonlyArray<Content>) text += textOf(one)
  return text
}

/**
 * Renders a part of a page. Texts are escaped, also in quoted attributes; markup from `html` is not. Values cannot be
 * promises: a page's data is complete before it is rendered. A page has thousands of parts, and Hono's own helper takes
 * twice as long for them.
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Content>): Html => {
  let text = strings[0]!
  for (let n = 0; n < values.length; n++) text += textOf(values[n]!) + strings[n + 1]!
  return trusted(text)
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

const pathOf = new Map(namedPages.map(({ name, path }) => [name, path]))

const escapedName = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * Matches the name of any page. It captures the name, so that splitting a text by it keeps the names at the odd
 * positions.
 */
const anyName = new RegExp(`(${[...pathOf.keys()].map(escapedName).join("|")})`)

/** A code of an ad platform before its words: "OAUTH_TOKEN_REVOKED: ". */
const platformCode = /\b[A-Z]+(?:_[A-Z]+)+: /g

/**
 * A message of the service whose names of pages, such as “Settings › Limits”, are links to the pages of an
 * organization. Without an organization, only those of the person are links.
 */
export const linkPages = (text: string, org: string | undefined): Content =>
  text
    .replaceAll(platformCode, "")
    .replaceAll(" in the dashboard under ", " under ")
    .split(anyName)
    .map((part) => {
      const path = pathOf.get(part)?.(org) ?? null
      return path === null ? part : html`<a href="${path}">${part}</a>`
    })
