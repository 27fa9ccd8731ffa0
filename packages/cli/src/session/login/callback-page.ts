const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark}body{max-width:33rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}p{opacity:.8}`

/** The page that the browser shows after the redirect. */
export const callbackPage = (title: string, text: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Adwarden</title><style>${style}</style>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></html>
`

export const callbackHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // No other request follows, and the process that serves it has to end.
  connection: "close"
} as const
