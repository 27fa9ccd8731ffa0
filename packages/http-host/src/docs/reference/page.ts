import { type AnyOperation, type openApiDocument, operationByName } from "@adwarden/core/contract"
import { html } from "hono/html"
import { docsPage } from "../page.ts"
import { operationLink, operationSection } from "./operation.ts"

type OpenApiDocument = ReturnType<typeof openApiDocument>

/** Groups the operations by resource, in the order of the document. */
const groupsOf = (document: OpenApiDocument): ReadonlyMap<string, ReadonlyArray<AnyOperation>> => {
  const groups = new Map<string, ReadonlyArray<AnyOperation>>()
  for (const { operationId, tags } of Object.values(document.paths).flatMap((methods) =>
    Object.values(methods)
  )) {
    const operation = operationByName.get(operationId)
    const group = tags.join()
    if (operation !== undefined) groups.set(group, [...(groups.get(group) ?? []), operation])
  }
  return groups
}

const titleOf = (group: string): string => {
  const words = group.replaceAll("_", " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/**
 * Renders the OpenAPI document for people. Accepted values, limits and examples come from the contract, because the
 * document omits them.
 */
export const referencePage = (document: OpenApiDocument): string => {
  const groups = [...groupsOf(document)]
  const restUrl = document.servers[0]!.url
  const links = groups.map(
    ([group, operations]) =>
      html`<p class="group">${titleOf(group)}</p><ul class="list">${operations.map(operationLink)}</ul>`
  )
  return docsPage({
    title: "API reference",
    side: { label: "Operations", links: html`${links}` },
    body: html`<p>
Version ${document.info.version}, at <code>${restUrl}</code>. Send <code>Authorization: Bearer</code> with an API key or an
access token; <code>_</code> stands for a key's own organization. The same operations are MCP tools, whose arguments are
the same fields. For programs: <a href="/v1/openapi.json">the OpenAPI document</a>.
</p>
<h2>How changes work</h2>
<p>
A write on a campaign returns a preview unless <code>dry_run</code> is false. Send the preview's <code>preview_hash</code>
with the execution to do exactly that or nothing. If the organization requires approval, the execution returns 202 with
<a href="/docs/errors#approval_required">approval_required</a>. An executed write has an <code>action_id</code>, which you
can <a href="#actions.undo">undo</a>. An <code>Idempotency-Key</code> makes any write safe to retry.
</p>
${groups.map(
  ([group, operations]) =>
    html`<h2>${titleOf(group)}</h2>${operations.map((operation) => operationSection(operation, restUrl))}`
)}`
  })
}
