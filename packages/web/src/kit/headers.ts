const baseHeaders = {
  "Cache-Control": "no-store",
  "Content-Type": "text/html; charset=utf-8",
  // An older way to say frame-ancestors, for what does not know the newer one.
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  // Not no-referrer: with it browsers send `Origin: null` with our own forms. No other site hears anything either way.
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
}

/**
 * The headers of every page. Nothing is loaded but our own style and pictures, nothing runs, nobody may frame it,
 * and forms go to us. `formAction` adds where a form may lead on to: browsers hold the redirects that follow a form
 * to it as well, so a page whose form ends at somebody else's address has to name them.
 */
export const pageHeaders = (
  appUrl: string,
  formAction: ReadonlyArray<string> = []
): Record<string, string> => ({
  ...baseHeaders,
  ...(appUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formAction].join(" ")
  ].join("; ")
})
