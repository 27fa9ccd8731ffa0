import type { PageData } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, facts, hidden, linkButton, textField } from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

type Organization = Output<"organizations.get">

const renameForm = ({ name }: Organization, request: BrowserRequest, { problems, sent }: ShownPage): Html =>
  form(
    request,
    html`<div class="stack">${hidden({ action: "rename" })}${textField({
      name: "name",
      label: "Name",
      hint: "Everybody here sees it. The short name stays.",
      value: sent?.get("name") ?? name,
      problems
    })}<div class="row"><button>Save</button></div></div>`
  )

const deleteCard = ({ name, slug }: Organization, request: BrowserRequest, { problems }: ShownPage): Html =>
  card({
    id: "delete",
    title: "Delete the organization",
    kind: "narrow",
    lead: "This cannot be undone.",
    body: html`<p>All campaigns must be paused first, and the ad platform must have the pauses. The <a href="${pagePaths.stop(slug)}">emergency stop</a> pauses all at once.</p>
<p>All keys, connected apps and members lose access at once. Ad accounts are unlinked; their campaigns stay there, paused.</p>
<p>Changes that wait for approval are rejected.</p>
<p>The audit trail is kept, but nobody here can open it any more. <a href="${pagePaths.settings(slug, "audit")}">Download it with its head</a> first.</p>
${form(request, html`<div class="stack">${hidden({ action: "delete" })}${textField({ name: "typed_name", label: "Type the name of the organization", hint: html`<bdi>${name}</bdi>`, problems })}<div class="row"><button class="danger">Delete ${name}</button></div></div>`)}`
  })

const contentOf = (
  { data, frame }: PageData<Organization>,
  request: BrowserRequest,
  shown: ShownPage
): Html =>
  html`${card({
    id: "organization",
    title: "Organization",
    kind: "narrow",
    body: html`${isOwner(frame) ? renameForm(data, request, shown) : null}${facts([
      ...(isOwner(frame) ? [] : [["Name", data.name] as const]),
      ["Short name", data.slug],
      ["Currency", data.currency],
      ["Plan", data.plan]
    ])}
${isOwner(frame) ? html`<div class="row">${linkButton(`${pagePaths.organization(data.slug)}?setup=yes`, "Show the set-up steps", "quiet tiny")}</div>` : null}
<p class="small soft">Leave it under <a href="${pagePaths.account("profile")}">Account › Profile</a>.</p>${isOwner(frame) ? null : onlyOwners}`
  })}
${isOwner(frame) ? deleteCard(data, request, shown) : null}`

/** /o/{org}/settings/organization: its name and facts, and deleting it. */
export const organizationSettings = (router: PageRouter) =>
  Effect.map(makeAdministrationForm, (administrationForm) =>
    settingsPage(router, {
      section: "organization",
      name: "pages.organization",
      read: ({ read }) => read("organizations.get"),
      fields: ["name", "typed_name"],
      messages: { renamed: "The name is saved." },
      forms: formsByAction("organizations.change", {
        rename: administrationForm("organizations.rename", { done: "renamed" }),
        delete: administrationForm("organizations.delete", {
          labels: { campaigns: "Campaigns" },
          done: () => ({ redirect: `${pagePaths.home}?done=organization-deleted` })
        })
      }),
      render: (page, request, shown) => ({ body: contentOf(page, request, shown) })
    })
  )
