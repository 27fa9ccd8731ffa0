import { errorCodes, errorTable, inWordsOf } from "@adwarden/core/contract"
import { html, raw } from "hono/html"

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1d2433 }
  h1 { font-size: 1.7rem } h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem; font-family: ui-monospace, monospace }
  h2:target { background: #fff3c4 } p { margin: .2rem 0 } .status { color: #5b6475; font-weight: 400 }
  code { background: #f1f3f7; padding: .1rem .3rem; border-radius: .2rem }
  @media (prefers-color-scheme: dark) { body { background: #14171f; color: #e4e7ee } code { background: #262b38 }
    h2:target { background: #4a3c00 } .status { color: #9aa3b5 } }`

const section = (code: (typeof errorCodes)[number]) => {
  const { extra, status, when } = errorTable[code]
  const fields = Object.keys(extra)
  return html`<h2 id="${code}">${code} <span class="status">${status}</span></h2>
    <p>${inWordsOf("docs", when)}</p>
    ${fields.length > 0 ? html`<p>Extra fields: ${fields.map((field) => html`<code>${field}</code> `)}</p>` : ""}`
}

/** The page that every error's doc_url opens, made from the error table itself. */
export const errorPage: string = String(
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Errors · Adwarden</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <h1>Errors</h1>
        <p>
          Every error has the same envelope: <code>{ "error": { "code", "message", "doc_url", … } }</code>. The
          message says what happened and what to do next; the code is stable.
        </p>
        ${errorCodes.map(section)}
      </body>
    </html>`
)
