import { errorCodes, errorRemedies, errorsOf, errorTable, operations } from "@adwarden/core/contract"
import { html } from "hono/html"
import { docsPage, inline } from "./page.ts"

/** Errors that every operation can return need no list of operations. */
const operationsWithError = (code: (typeof errorCodes)[number]) => {
  const matching = operations.filter((operation) => errorsOf(operation).includes(code))
  if (matching.length === 0) return ""
  if (matching.length === operations.length) return html`<p>Every operation can return this error.</p>`
  return html`<p>Of ${matching.map(
    ({ name }, index) => html`${index === 0 ? "" : ", "}<a href="/docs/api#${name}">${name}</a>`
  )}.</p>`
}

const section = (code: (typeof errorCodes)[number]) => {
  const { extra, status, when } = errorTable[code]
  const fields = Object.keys(extra)
  return html`<h2 id="${code}"><code>${code}</code> <span class="soft">${status}</span></h2>
<p>${inline(when)}</p>
<p>${inline(errorRemedies[code])}</p>
${fields.length > 0 ? html`<p>Extra fields: ${fields.map((field) => html`<code>${field}</code> `)}</p>` : ""}
${operationsWithError(code)}`
}

/** The page that every error's doc_url opens. It is generated from the error table. */
export const errorsPage = (): string =>
  docsPage({
    title: "Errors",
    body: html`<p>
Every error has the same envelope: <code>{ "error": { "code", "message", "doc_url", … } }</code>. The message states what
happened and what to do next; the code is stable, and extra fields are beside the message.
</p>
<p>
Every response has an <code>X-Request-Id</code>. Include it when you report a problem. For a temporary error,
<code>Retry-After</code> states when to retry.
</p>
${errorCodes.map(section)}`
  })
