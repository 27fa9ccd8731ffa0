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
