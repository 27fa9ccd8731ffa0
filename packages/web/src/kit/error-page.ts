import { type EndpointError, type Frame, isEndpointError, type PageRefused } from "@adwarden/core"
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

const titleOf = (error: ServiceError | EndpointError): string =>
  (isEndpointError(error) ? undefined : titles[error._tag]) ?? "Something went wrong"

/** The link that leads on from an error. */
type WayOut = readonly [href: string, label: string]

const wayOutOf = ({ organization }: Frame): WayOut =>
  organization === null
    ? [pagePaths.home, "Go to your organizations"]
    : [pagePaths.organization(organization.slug), `Go to ${organization.name}`]

interface FramedError {
  readonly title: string
  readonly status: number
  readonly requestId: string
  readonly explanation: Html
  readonly wayOut?: WayOut | null
}

/** An error with the navigation around it. */
const framedErrorPage = (
  frame: Frame,
  { explanation, requestId, status, title, wayOut }: FramedError
): Page => ({
  title,
  status,
  dashboard: {
    frame,
    place: frame.organization === null ? { of: "person", page: null } : { of: "organization", page: null }
  },
  body: html`${head({ title })}
${card({
  id: "why",
  title: "What happened",
  body: html`${explanation}<div class="row">${linkButton(...(wayOut ?? wayOutOf(frame)), "")}</div>`,
  foot: html`Request <code>${requestId}</code>`
})}`
})

/**
 * Errors without the frame, also for people who are signed in: the service itself is at fault, so that it might not be
 * able to read the frame, or the request is not from our own pages.
 */
const isUnframed = (error: ServiceError | EndpointError, status: number): boolean =>
  status >= 500 || (error instanceof RejectedForm && error.errorCode.startsWith("foreign_"))

/** Renders an error as a page: what happened, what to do next, and the request id. */
export const errorPage = (
  error: ServiceError | EndpointError,
  { requestId, status }: { readonly status: number; readonly requestId: string },
  request: BrowserRequest
): Page => {
  const title = titleOf(error)
  const isExpiredForm = error instanceof RejectedForm && error.errorCode === "form_expired"
  const reopen: WayOut | null = isExpiredForm ? [request.path, "Open the page again"] : null
  const [href, label] = reopen ?? [pagePaths.home, "Go to your organizations"]
  const message = errorMessageOf(error)
  return {
    title,
    status,
    body: html`<h1>${title}</h1>
<p>${message}</p>
<p class="actions"><a class="button" href="${href}">${label}</a></p>
<p class="fine">Request <code>${requestId}</code></p>`,
    ...(isUnframed(error, status)
      ? {}
      : {
          inFrame: (frame) =>
            framedErrorPage(frame, {
              title,
              status,
              requestId,
              explanation: html`<p>${linkPages(message, frame.organization?.slug)}</p>`,
              wayOut: reopen
            })
        })
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
  return framedErrorPage(frame, {
    title: titleOf(refusal),
    status: statusCode,
    requestId,
    explanation:
      refusal._tag === "role_denied"
        ? whoCanGrant(grantedBy, refusal.required_role)
        : html`<p>${linkPages(errorMessageOf(refusal), frame.organization?.slug)}</p>`
  })
}
