import { type EndpointError, isEndpointError, type PageRefused } from "@adwarden/core"
import { messageOf, pagePaths, renderMentions, type ServiceError, waitText } from "@adwarden/core/contract"
import { card, head, linkButton } from "../parts/index.ts"
import type { BrowserRequest, Page } from "./browser-request.ts"
import { type Html, html } from "./html.ts"
import { linkPages } from "./page-links.ts"
import { RejectedForm } from "./read-form.ts"

const titles: Partial<Record<ServiceError["_tag"], string>> = {
  not_found: "Page not found",
  rate_limited: "Too many requests",
  role_denied: "Your role does not allow this",
  org_access_denied: "This is not one of your organizations",
  unavailable: "The service is temporarily unavailable",
  internal_error: "Something went wrong on our side",
  validation_error: "Something went wrong"
}

const errorMessageOf = (error: ServiceError | EndpointError): string => {
  if (error instanceof RejectedForm) return error.message
  if (isEndpointError(error)) return "The request was rejected. Nothing was changed."
  if (error._tag === "rate_limited") {
    return `There were too many requests. Try again in ${waitText(error.retryAfter)}.`
  }
  if (error._tag === "org_access_denied")
    return "You are not a member of an organization with this address. Check the address, or ask one of its owners to invite you."
  return renderMentions("dashboard", messageOf(error))
}

/** Renders an error as a page: what happened, what to do next, and the request id. */
export const errorPage = (
  error: ServiceError | EndpointError,
  { requestId, status }: { readonly status: number; readonly requestId: string },
  request: BrowserRequest
): Page => {
  const title = (isEndpointError(error) ? undefined : titles[error._tag]) ?? "Something went wrong"
  const isExpiredForm = error instanceof RejectedForm && error.errorCode === "form_expired"
  return {
    title,
    status,
    body: html`<h1>${title}</h1>
<p>${errorMessageOf(error)}</p>
<p class="actions"><a class="button" href="${isExpiredForm ? request.path : "/"}">${isExpiredForm ? "Open the page again" : "Go to your organizations"}</a></p>
<p class="fine">Request <code>${requestId}</code></p>`
  }
}

const whoCanGrant = (grantedBy: PageRefused["grantedBy"], role: string): Html =>
  html`<p>You need the role ${role} here. ${
    grantedBy.length === 0
      ? "No owner is left who could grant it; ask the operator of the service."
      : html`${grantedBy.length === 1 ? "This owner" : "These owners"} can grant it:`
  }</p>
<ul class="bullets">${grantedBy.map(({ email, name }) => html`<li><b>${name}</b> <a href="mailto:${email}">${email}</a></li>`)}</ul>`

/** A page that its person cannot see, or whose subject does not exist, with the navigation around it. */
export const refusedPage = (
  { frame, grantedBy, refusal, statusCode }: PageRefused,
  requestId: string
): Page => {
  const { organization } = frame
  const title = titles[refusal._tag] ?? "Something went wrong"
  const [back, label] =
    organization === null
      ? [pagePaths.home, "Go to your organizations"]
      : [pagePaths.organization(organization.slug), `Go to ${organization.name}`]
  return {
    title,
    status: statusCode,
    dashboard: {
      frame,
      place: organization === null ? { of: "person", page: null } : { of: "organization", page: null }
    },
    body: html`${head({ title })}
${card({
  id: "why",
  title: "What happened",
  body: html`${
    refusal._tag === "role_denied"
      ? whoCanGrant(grantedBy, refusal.required_role)
      : html`<p>${linkPages(errorMessageOf(refusal), organization?.slug)}</p>`
  }<div class="row">${linkButton(back, label, "")}</div>`,
  foot: html`Request <code>${requestId}</code>`
})}`
  }
}
