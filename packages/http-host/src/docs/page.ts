import { createHash } from "node:crypto"
import { operations, renderMentions } from "@adwarden/core/contract"
import { html, raw } from "hono/html"
import { docsStyle } from "./style.ts"

export type Html = ReturnType<typeof html>

export const docsType = "text/html; charset=utf-8"

const styleHash = createHash("sha256").update(docsStyle).digest("base64")

/** The page runs no script, loads only our pictures and cannot be framed. Only its own inline style is allowed. */
export const docsHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer"
}

type DocsPage = {
  readonly title: string
  /** Shown beside the page on wide screens, and folded above it on narrow ones. */
  readonly side?: { readonly label: string; readonly links: Html }
  /** The words of the search whose results the page shows. */
  readonly query?: string
} & (
  | { readonly body: Html }
  /** A whole document with its own heading. */
  | { readonly document: Html }
)

const shield = html`<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><path fill="#1f4fd1" d="M16 2 4 6.5V16c0 7 5 11.6 12 14 7-2.4 12-7 12-14V6.5z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="m10.5 16 4 4 7.5-8.5"/></svg>`

/** Renders a documentation page in the common layout. */
export const docsPage = ({ query, side, title, ...content }: DocsPage): string =>
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
<a class="brand" href="/docs">${shield}<span>Adwarden docs</span></a>
<nav aria-label="Documentation"><a href="/docs/api">API reference</a><a href="/docs/errors">Errors</a><a href="/v1/openapi.json">OpenAPI</a></nav>
<form class="search" role="search" action="/docs/search"><input type="search" name="q" value="${query ?? ""}" aria-label="Search the documentation" placeholder="Search" maxlength="200" /><button>Search</button></form>
</header>
<div class="${side === undefined ? "" : "with-side"}">
${side === undefined ? "" : html`<nav class="side" aria-label="${side.label}">${side.links}</nav>`}
<main class="page" id="main">${
      side === undefined
        ? ""
        : html`<details class="narrow"><summary>${side.label}</summary><nav aria-label="${side.label}">${side.links}</nav></details>`
    }${"document" in content ? html`<div class="document">${content.document}</div>` : html`<h1>${title}</h1>${content.body}`}</main>
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
        ? html`<a href="/docs/api#${part}"><code>${part}</code></a>`
        : html`<code>${part}</code>`
    })
