const placeholderOrigin = "http://nowhere.invalid"

/**
 * Where to go on to after signing in, as far as it is a place of ours: anything else would make our sign-in page the
 * first half of somebody's phishing. Read the way a browser reads it, to which `/\evil.com` is another host.
 */
export const safeLocalPath = (text: string | null): string => {
  if (text === null || !text.startsWith("/") || !URL.canParse(text, placeholderOrigin)) return "/"
  const { hash, origin, pathname, search } = new URL(text, placeholderOrigin)
  // Something like `/.//evil.com` has its own origin here and another once it is sent as a path.
  return origin === placeholderOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/"
}

/** The sign-in page, which leads back here. */
export const signInPath = (next: string): string =>
  next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`

/** Path and query of the page that is asked for, whatever it said of our host. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, placeholderOrigin)
  return `${pathname}${search}`
}
