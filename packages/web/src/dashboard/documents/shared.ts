import {
  type OrganizationPageReader,
  type SharedDocument,
  type SharedLink,
  sharedDocumentEndpoint,
  sharedLinkReads
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest, Page } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  buttonForm,
  card,
  copyable,
  day,
  head,
  hidden,
  linkButton,
  moment,
  select
} from "../../parts/index.ts"
import { documentCard, weekChart } from "./document-parts.ts"
import { renderMarkdown } from "./markdown.ts"

/** What the page of a document says after a form of its links. */
export const sharingMessages = { revoked: "The link was revoked. It opens nothing any more." }

/** What the page of a document reads and sends to share it. */
export const makeSharing = Effect.map(
  Effect.all([makeAdministrationForm, sharedLinkReads]),
  ([administrationForm, read]) => ({
    read: (clearance: OrganizationPageReader["clearance"], document: SharedDocument) =>
      read(clearance, document),
    forms: (documentOf: (request: BrowserRequest) => SharedDocument) =>
      formsByAction("shared_links.change", {
        share: administrationForm("shared_links.create", {
          values: (request) => documentOf(request) as never,
          done: (address: string) => ({ show: address })
        }),
        revoke: administrationForm("shared_links.revoke", { done: "revoked" })
      })
  })
)

/** A new link, shown once above its document. */
export const newLinkCard = ({ result }: Pick<ShownPage<string>, "result">): Html | null =>
  result === null
    ? null
    : html`<div class="print">${card({
        id: "link",
        kind: "once",
        title: "The link is ready",
        body: html`<p><b>Copy the link now.</b> It is shown this once.</p>${copyable(result, "the link")}`
      })}</div>`

/** The button that leads to the links of a document, for those who see them. */
export const shareButton = (links: ReadonlyArray<SharedLink> | null): { readonly actions?: Html } =>
  links === null ? {} : { actions: linkButton("#sharing", "Share", "quiet tiny") }

/** The links of a document, for owners and admins, who create and revoke them. */
export const sharingCard = (links: ReadonlyArray<SharedLink> | null, request: BrowserRequest): Html | null =>
  links === null
    ? null
    : html`<div class="print">${card({
        id: "sharing",
        title: "Share by a link",
        lead: "Whoever has the link reads this document, and nothing else, without an account. Each opening is in the audit trail.",
        body: html`${form(
          request,
          html`${hidden({ action: "share" })}<div class="fields">${select({
            name: "days",
            label: "The link works for",
            choices: [
              { value: "7", label: "7 days" },
              { value: "30", label: "30 days" },
              { value: "90", label: "90 days" }
            ],
            value: "30"
          })}<button class="quiet">Create link</button></div>`
        )}${
          links.length === 0
            ? null
            : html`<ul class="list">${links.map(
                ({ created_at, created_by, expires_at, id }) =>
                  html`<li><div>Created ${moment(created_at)}${created_by === null ? null : ` by ${created_by}`}<p>Expires ${day(expires_at)}</p></div>${buttonForm(request, { action: "revoke", id }, html`<button class="quiet bad tiny">Revoke<span class="sr"> the link of ${created_at}</span></button>`)}</li>`
              )}</ul>`
        }`
      })}</div>`

const endedPage: Page = {
  title: "This link has ended",
  status: 404,
  body: html`<h1>This link has ended</h1>
<p>It was revoked or has expired. Ask the person who sent it for another one.</p>`
}

/** /shared: one report or strategy, for whoever has its link. */
export const sharedDocuments = (router: PageRouter) =>
  Effect.map(sharedDocumentEndpoint, (open) => {
    router.get(pagePaths.shared, {
      name: "shared_links.open",
      invocation: ({ query }) => Effect.succeed({ endpoint: open(query.get("token") ?? "") }),
      render: ({ figures, made_at, markdown, organization }) => {
        const chart = figures === null ? null : weekChart(figures.weeks, figures.currency)
        const linkOf = (code: string) => (code.startsWith("rec_") ? html`this recommendation` : null)
        const { body, title } = renderMarkdown(markdown, { chart, linkOf })
        const name = title === "" ? "Report" : title
        return {
          title: name,
          shared: true,
          body: html`${head({ title: name, lead: html`${organization} · made ${moment(made_at)}` })}
${documentCard(body)}`
        }
      },
      renderError: (error) => (error._tag === "not_found" ? endedPage : null)
    })
  })
