import { deleteOrganizationEndpoint, type PageData, Pages } from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, facts, problemBanner, textField } from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

type Organization = Output<"organizations.get">

const deleteCard = (
  { name, slug }: Organization,
  request: BrowserRequest,
  problems: ReadonlyArray<Problem>
): Html =>
  card({
    id: "delete",
    title: "Delete the organization",
    kind: "narrow",
    lead: "This cannot be undone.",
    body: html`<p>All campaigns must be paused first, and the ad platform must have the pauses. The <a href="${pagePaths.stop(slug)}">emergency stop</a> pauses all at once.</p>
<p>All keys, connected apps and members lose access at once. Ad accounts are unlinked; their campaigns stay there, paused.</p>
<p>Changes that wait for approval are rejected.</p>
<p>The audit trail is kept, but nobody here can open it any more. <a href="${pagePaths.settings(slug, "audit")}">Download it with its head</a> first.</p>
${form(
  request,
  pagePaths.settings(slug, "organization"),
  html`<div class="stack">${textField({ name: "name", label: "Type the name of the organization", hint: html`<bdi>${name}</bdi>`, problems })}<div class="row"><button class="danger">Delete ${name}</button></div></div>`
)}`
  })

const organizationPage = (
  { data, frame }: PageData<Organization>,
  request: BrowserRequest,
  problems: ReadonlyArray<Problem> = []
): Page =>
  settingsPage(
    frame,
    "organization",
    html`${problemBanner(problems, ["name"], frame.organization!.slug)}
${card({
  id: "organization",
  title: "Organization",
  kind: "narrow",
  body: html`${facts([
    ["Name", data.name],
    ["Short name", data.slug],
    ["Currency", data.currency],
    ["Plan", data.plan]
  ])}
<p class="small soft">Leave it under <a href="${pagePaths.account("profile")}">Account › Profile</a>.</p>${isOwner(frame) ? null : onlyOwners}`
})}
${isOwner(frame) ? deleteCard(data, request, problems) : null}`
  )

/** /o/{org}/settings/organization: its facts, and deleting it. */
export const organizationSettings = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const remove = yield* deleteOrganizationEndpoint
    const path = routePattern(pagePaths.settings(":org", "organization"))
    const pageOf = (org: string) =>
      pages.ofOrganization("pages.organization", org, ({ read }) => read("organizations.get"))
    router.get(path, {
      name: "pages.organization",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: pageOf(org) }),
      render: (page, request) => organizationPage(page, request)
    })
    router.post(path, {
      name: "organizations.delete",
      invocation: ({ parameters: { org = "" } }, sent) =>
        Effect.succeed({ endpoint: remove(org, sent.get("name") ?? "") }),
      render: () => ({ redirect: `${pagePaths.home}?done=organization-deleted` }),
      showAgain: (error, request) => {
        const problems = formProblems(error, { name: "The name", campaigns: "Campaigns" })
        return problems === null
          ? null
          : formPage(pageOf(request.parameters["org"]!), (page) => organizationPage(page, request, problems))
      }
    })
  })
