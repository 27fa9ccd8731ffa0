import { createHash } from "node:crypto"
import { operations, renderMentions } from "@adwarden/core/contract"
import { html, raw } from "hono/html"
import { docsStyle } from "./style.ts"

export type Html = ReturnType<typeof html>

export const docsType = "text/html; charset=utf-8"

const styleHash = createHash("sha256").update(docsStyle).digest("base64")

/** The page runs no script, loads nothing and cannot be framed. Only its own inline style is allowed. */
export const docsHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer"
}

interface DocsPage {
  readonly title: string
  readonly body: Html
  /** Shown beside the page on wide screens. */
  readonly side?: Html
}

/** Renders a documentation page in the common layout. */
export const docsPage = ({ body, side, title }: DocsPage): string =>
  String(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title} · Adwarden</title>
<style>${raw(docsStyle)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header class="top">
<a class="brand" href="/docs">Adwarden docs</a>
<a href="/docs">API reference</a><a href="/docs/errors">Errors</a><a href="/v1/openapi.json">OpenAPI</a>
</header>
<div class="${side === undefined ? "" : "with-side"}">
${side === undefined ? "" : html`<nav class="side" aria-label="Operations">${side}</nav>`}
<main class="page" id="main"><h1>${title}</h1>${body}</main>
</div>
</body>
</html>`
  )

const names: ReadonlySet<string> = new Set(operations.map(({ name }) => name))

/** Renders text with `code` in it. A mentioned operation links to its description. */
export const inline = (text: string): ReadonlyArray<Html | string> =>
  renderMentions("docs", text)
    .split("`")
    .map((part, index) => {
      if (index % 2 === 0) return part
      return names.has(part)
        ? html`<a href="/docs#${part}"><code>${part}</code></a>`
        : html`<code>${part}</code>`
    })
