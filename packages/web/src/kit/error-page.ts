import { type EndpointError, isEndpointError } from "@adwarden/core"
import { messageOf, renderMentions, type ServiceError } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "./browser-request.ts"
import { html } from "./html.ts"
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

const waitTime = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

const errorMessageOf = (error: ServiceError | EndpointError): string => {
  if (error instanceof RejectedForm) return error.message
  if (isEndpointError(error)) return "The request was rejected. Nothing was changed."
  if (error._tag === "rate_limited") {
    return `There were too many requests. Try again in ${waitTime(error.retryAfter)}.`
  }
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
<p class="actions"><a class="button" href="${isExpiredForm ? request.path : "/"}">${isExpiredForm ? "Open the page again" : "Go to the home page"}</a></p>
<p class="fine">Request <code>${requestId}</code></p>`
  }
}
