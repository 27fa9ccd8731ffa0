import type { BrowserRequest } from "./page.ts"

const placeholderOrigin = "http://nowhere.invalid"

/**
 * The path to redirect to after sign-in, if it is one of ours: an open redirect would help phishing. It is parsed as a
 * browser does, for which `/\\evil.com` is another host.
 */
export const safeLocalPath = (text: string | null): string => {
  if (text === null || !text.startsWith("/") || !URL.canParse(text, placeholderOrigin)) return "/"
  const { hash, origin, pathname, search } = new URL(text, placeholderOrigin)
  // A path such as `/.//evil.com` has our origin here, but another one once it is sent as a path.
  return origin === placeholderOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/"
}

/** The path of the sign-in page that returns to `next`. */
export const signInPath = (next: string): string =>
  next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`

/** Path and query of the requested page, whatever its Host header. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, placeholderOrigin)
  return `${pathname}${search}`
}

/** A redirect as the value of a header, which has no line breaks and no letters beyond ASCII. */
export const asLocation = (redirect: string): string =>
  redirect.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)

type Address = Pick<BrowserRequest, "path">

/** The same address with other values in its query; null removes one. */
export const addressWith = ({ path }: Address, changes: Readonly<Record<string, string | null>>): string => {
  const [base = "/", text] = path.split("?")
  const query = new URLSearchParams(text)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? base : `${base}?${query}`
}

/** The address of a list's next page, which keeps the rest of the query. */
export const nextPage = (request: Address, cursor: string | null): string | null =>
  cursor === null ? null : addressWith(request, { cursor })

/** The cursor of the address, as input of a list operation. */
export const cursorOf = ({ query }: BrowserRequest): { readonly cursor?: string } => {
  const cursor = query.get("cursor")
  return cursor === null ? {} : { cursor }
}

/* Values of forms and addresses, which a person or a program can have written. */

/**
 * The id in a text; 0, which nothing has, if the text is none. More digits than these are lost in a number, or beyond
 * the database's.
 *
 * @example idIn("12") // 12
 * @example idIn("9007199254740993") // 0
 */
export const idIn = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0

/**
 * The entry of a table under a name. Every object also has names such as `constructor` and `__proto__`, which are no
 * entries.
 *
 * @example lookUp(doneMessages, request.query.get("done"))
 */
export const lookUp = <A>(table: Readonly<Record<string, A>>, name: string | null): A | undefined =>
  name !== null && Object.hasOwn(table, name) ? table[name] : undefined
