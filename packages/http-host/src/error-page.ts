import { errorCodes, errorTable, inWordsOf } from "@adwarden/core/contract"
import { html } from "hono/html"
import { docsPage } from "./docs-page.ts"

const section = (code: (typeof errorCodes)[number]) => {
  const { extra, status, when } = errorTable[code]
  const fields = Object.keys(extra)
  return html`<h2 id="${code}">${code} <span class="status">${status}</span></h2>
    <p>${inWordsOf("docs", when)}</p>
    ${fields.length > 0 ? html`<p>Extra fields: ${fields.map((field) => html`<code>${field}</code> `)}</p>` : ""}`
}

/** The page that every error's doc_url opens, made from the error table itself. */
export const errorPage: string = docsPage(
  "Errors",
  html`<p>
      Every error has the same envelope: <code>{ "error": { "code", "message", "doc_url", … } }</code>. The message says
      what happened and what to do next; the code is stable.
    </p>
    ${errorCodes.map(section)}`
)
