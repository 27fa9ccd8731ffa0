import { type EndpointError, PageRefused, type PipelineResponse } from "@adwarden/core"
import type { BrowserRequest, PageResponse } from "./browser-request.ts"
import { errorPage, refusedPage } from "./error-page.ts"
import { signInPath } from "./local-path.ts"
import type { FormPage, PageRoute } from "./page-route.ts"
import { RejectedForm } from "./read-form.ts"

/** The page that follows a form: after a success, or with the problems of a refused one. */
export const nextPageOf = <Out, E extends EndpointError>(
  route: PageRoute<Out, E>,
  { error, output }: PipelineResponse<Out, E | RejectedForm>,
  request: BrowserRequest,
  form: URLSearchParams
): FormPage | null => {
  if (error === null) return route.showResult?.(output as Out, request, form) ?? null
  return error instanceof RejectedForm ? null : (route.showAgain?.(error, request, form) ?? null)
}

/** The response of a route: its page, or the page of its error. */
export const pageResponseOf = <Out, E extends EndpointError>(
  route: PageRoute<Out, E>,
  response: PipelineResponse<Out, E | RejectedForm>,
  request: BrowserRequest,
  form: URLSearchParams
): PageResponse => {
  const { error } = response
  if (error === null) return route.render(response.output as Out, request, form)
  if (error instanceof RejectedForm) return errorPage(error, response, request)
  const ownPage = route.renderError?.(error, request, form) ?? null
  if (ownPage !== null) return ownPage
  if (error instanceof PageRefused) return refusedPage(error, response.requestId)
  // The cookie of an ended session is no longer valid.
  if (error._tag === "unauthorized") return { redirect: signInPath(request.path), session: null }
  return errorPage(error, response, request)
}
