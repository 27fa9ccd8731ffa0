import { createHash } from "node:crypto"
import { operations, renderMentions } from "@adwarden/core/contract"
import { html, raw } from "hono/html"
import { tokens } from "../tokens.ts"

const text = `
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; font: 1rem/1.6 var(--sans) }
a { color: var(--accent); text-underline-offset: .15em }
a:hover { color: var(--accent-over) }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.015em }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem } h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem }
p { margin: .5rem 0 } ul, ol { padding-left: 1.25rem }
img { max-width: 100%; height: auto; border: var(--hair); border-radius: var(--r2) }
code, pre { font-family: var(--mono); font-size: .9em }
code { background: var(--sunk); padding: .1rem .3rem; border-radius: var(--r1) }
pre { background: var(--sunk); border: var(--hair); border-radius: var(--r2); padding: .8rem 1rem; margin: .75rem 0;
  overflow-x: auto; line-height: 1.5; overflow-wrap: normal }
.calls { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)) }
.calls > div { min-width: 0 } .calls .group { padding-left: 0 }
pre code { background: none; padding: 0; font-size: inherit }
mark { background: var(--warn-ground); color: inherit; border-radius: var(--r1) }
:target { background: var(--warn-ground); box-shadow: 0 0 0 .4rem var(--warn-ground); border-radius: var(--r1) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: var(--r1) }
.soft { color: var(--soft); font-weight: 400 }
.skip { position: absolute; left: -999rem }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem; background: var(--card); z-index: 1 }`

const frame = `
.top { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: center; min-height: 3.5rem; padding: .25rem var(--s5);
  background: var(--card); border-bottom: var(--hair); font-size: var(--m) }
.top nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
.top a { display: inline-flex; align-items: center; gap: var(--s2); min-height: 2.75rem; color: var(--soft);
  font-weight: 500; text-decoration: none }
.top a:hover { color: var(--accent) }
.top .brand { color: var(--text); font-weight: 650; font-size: 1.05rem }
.search { display: flex; flex: 1 1 14rem; gap: var(--s2); max-width: 26rem; margin-left: auto }
.search input { flex: 1; min-width: 0; min-height: 2.25rem; padding: .3rem .65rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--field); border-radius: var(--r2) }
.search button { min-height: 2.25rem; padding: 0 .85rem; font: 600 var(--m)/1.2 var(--sans); cursor: pointer;
  color: var(--accent-text); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--r2) }
.page { max-width: 46rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) 1.25rem 4rem }
.list { list-style: none; padding: 0; margin: 0 0 .75rem }
.list .list { margin: 0 0 .25rem .9rem; border-left: var(--hair) }
.list a { display: flex; gap: .5rem; align-items: baseline; padding: .45rem .6rem; border-radius: var(--r2);
  text-decoration: none; color: var(--soft); font-weight: 500 }
.list a:hover { background: var(--sunk); color: var(--text) }
.list [aria-current] { background: var(--accent-ground); color: var(--accent); font-weight: 600 }
.group { margin: .75rem 0 .1rem; padding-left: .6rem; font-weight: 650 }
.side { display: none }
details > summary { cursor: pointer; color: var(--accent); padding: .6rem 0 }
@media (max-width: 48rem) {
  .top { padding: .25rem var(--s4) .6rem }
  .search { flex-basis: 100%; max-width: none }
  .search input, .search button { min-height: 2.75rem; font-size: 1rem }
}
@media (min-width: 62rem) {
  .with-side { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto }
  .with-side .page { width: 100%; max-width: 56rem; margin: 0; padding-left: 2.5rem }
  .side { display: block; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
    padding: var(--s5) var(--s4); font-size: var(--m) }
  .side .list a { padding: .3rem .6rem }
  .narrow { display: none }
}
@media print { .top, .side, .narrow, .anchor { display: none } }`

const document = `
.document { background: var(--card); border: var(--hair); border-radius: var(--r3); padding: clamp(1rem, 4vw, 2.25rem);
  box-shadow: var(--shade) }
.document > :first-child { margin-top: 0 } .document > :last-child { margin-bottom: 0 }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; opacity: 0 }
:is(h2, h3, h4):hover > .anchor, .anchor:focus-visible { opacity: 1 }
.scroll { overflow-x: auto; margin: .75rem 0 }
table { border-collapse: collapse; width: 100%; font-size: .93em; overflow-wrap: break-word }
th, td { padding: .5rem .6rem; text-align: left; vertical-align: top; border-top: var(--hair) }
thead th { border-top: 0; background: var(--sunk); color: var(--soft); font-size: var(--s); font-weight: 500 }
blockquote { margin: .75rem 0; padding-left: 1rem; border-left: 3px solid var(--edge); color: var(--soft) }
.hits { list-style: none; padding: 0 }
.hits li { padding: .75rem 0; border-top: var(--hair) }
.hits a { font-weight: 600 }`

const reference = `
.method { font: 600 .78rem/1.6 var(--mono); color: var(--warn); flex: none }
.list .method { width: 2.9rem }
.method.get { color: var(--good) }
.operation { border-top: var(--hair); margin-top: 2.5rem; padding-top: 1rem }
h2 + .operation { border-top: 0; margin-top: 0; padding-top: 0 }
.operation h3 { font-size: 1.15rem; margin: .5rem 0 }
.route { display: flex; gap: .6rem; align-items: baseline }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; margin: .9rem 0; font-size: .95rem }
.facts dt { color: var(--soft) } .facts dd { margin: 0 }
h4 { font-size: .95rem; margin: 1.25rem 0 .25rem }
.fields { list-style: none; margin: 0; padding: 0; border-bottom: var(--hair) }
.fields .fields { margin: .5rem 0 0 .25rem; padding-left: .9rem; border-left: 2px solid var(--line); border-bottom: 0 }
.fields li { border-top: var(--hair); padding: .5rem 0 } .fields p { margin: .1rem 0 }`

/** The style of all documentation pages. Each page contains it, and its hash in the page's security policy. */
const docsStyle = `${tokens}${text}${frame}${document}${reference}\n`

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
