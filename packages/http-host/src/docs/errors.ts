import { errorCodes, errorRemedies, errorsOf, errorTable, operations } from "@adwarden/core/contract"
import { html } from "hono/html"
import { docsPage, inline } from "./page.ts"

/** Those that every operation can end in need no list of who can. */
const operationsWithError = (code: (typeof errorCodes)[number]) => {
  const matching = operations.filter((operation) => errorsOf(operation).includes(code))
  if (matching.length === 0) return ""
  if (matching.length === operations.length) return html`<p>Every operation can answer it.</p>`
  return html`<p>Of ${matching.map(
    ({ name }, index) => html`${index === 0 ? "" : ", "}<a href="/docs#${name}">${name}</a>`
  )}.</p>`
}

const section = (code: (typeof errorCodes)[number]) => {
  const { extra, status, when } = errorTable[code]
  const fields = Object.keys(extra)
  return html`<h2 id="${code}"><code>${code}</code> <span class="soft">${status}</span></h2>
<p>${inline(when)}</p>
<p>${inline(errorRemedies[code])}</p>
${fields.length > 0 ? html`<p>Its own fields: ${fields.map((field) => html`<code>${field}</code> `)}</p>` : ""}
${operationsWithError(code)}`
}

/** The page that every error's doc_url opens, made from the error table itself. */
export const errorsPage = (): string =>
  docsPage({
    title: "Errors",
    body: html`<p>
Every error has the same envelope: <code>{ "error": { "code", "message", "doc_url", … } }</code>. The message says what
happened and what to do next; the code is stable, and its own fields stand beside the message.
</p>
<p>
Each answer carries <code>X-Request-Id</code>: name it when you ask somebody about it. Where it is worth trying again,
<code>Retry-After</code> says when.
</p>
${errorCodes.map(section)}`
  })
