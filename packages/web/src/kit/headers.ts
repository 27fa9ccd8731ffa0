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

interface PagePolicy {
  /** Origins that a form can redirect to, because browsers apply the policy to redirects after a form. */
  readonly formAction?: ReadonlyArray<string>
  /** Whether the page runs our own script. */
  readonly script?: boolean
}

/**
 * The headers of every page. It loads only our own style and images, cannot be framed, and its forms are sent to us. Only
 * dashboard pages run script, and only our own file.
 */
export const pageHeaders = (
  appUrl: string,
  { formAction = [], script = false }: PagePolicy = {}
): Record<string, string> => ({
  ...baseHeaders,
  ...(appUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formAction].join(" ")
  ].join("; ")
})
