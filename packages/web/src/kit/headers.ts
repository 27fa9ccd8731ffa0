const baseHeaders = {
  "Cache-Control": "no-store",
  "Content-Type": "text/html; charset=utf-8",
  // The older form of frame-ancestors, for browsers that do not know the newer one.
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  // Not no-referrer: with it, browsers send `Origin: null` with our own forms. Other sites receive no referrer either
  // way.
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
}

/**
 * The headers of every page. It loads only our own style and images, runs no script, cannot be framed, and its forms
 * are sent to us. `formAction` adds origins that a form can redirect to, because browsers apply the policy to redirects
 * after a form.
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
